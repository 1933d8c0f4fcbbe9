// An edge to op 14 of a body that ends at 13.
// CLANG: edge_index_out_of_range: {{.*}}; ops 2 "READ_B stage 0 subtile 0", 14. Fix:
// CHECK: ScheduleRejected<stretto::Rule::edge_index_out_of_range, 14, 13, -1,
// NVCC: BrokenRule=stretto::Rule::edge_index_out_of_range, Value=14, Limit=13, Entry=-1, Ops=
// NAMES-SAME: {2, {{.*}}"READ_B stage 0 subtile 0"{{.*}}{14, {{.*}}""
#include "small_gemm.hpp"

using namespace stretto;

struct BeyondTheEnd : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) {
    return {{2, 3, DepKind::flow, 0}, {2, 14, DepKind::flow, 0}};
  }
};

constexpr auto plan = compile_schedule<BeyondTheEnd>();
