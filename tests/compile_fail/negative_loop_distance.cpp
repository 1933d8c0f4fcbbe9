// An edge into the past.
// CHECK: ScheduleRejected<{{.*}}Rule::negative_loop_distance, -1, 0, -1, 3, 10>
#include "small_gemm.hpp"

using namespace stretto;

struct IntoThePast : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) { return {{3, 10, DepKind::flow, -1}}; }
};

constexpr auto plan = compile_schedule<IntoThePast>();
