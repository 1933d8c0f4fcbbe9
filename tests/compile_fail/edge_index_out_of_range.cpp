// An edge to op 14 of a body that ends at 13.
// CHECK: ScheduleRejected<{{.*}}Rule::edge_index_out_of_range, 14, 13, -1, 2, 14>
// NVCC: BrokenRule=stretto::Rule::edge_index_out_of_range, Value=14, Limit=13, Entry=-1, Ops=<2, 14>
#include "small_gemm.hpp"

using namespace stretto;

struct BeyondTheEnd : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) {
    return {{2, 3, DepKind::flow, 0}, {2, 14, DepKind::flow, 0}};
  }
};

constexpr auto plan = compile_schedule<BeyondTheEnd>();
