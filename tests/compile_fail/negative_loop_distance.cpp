// An edge into the past.
// CLANG: negative_loop_distance: {{.*}}; ops 3 "MULTIPLY [0,0]", 10 "MULTIPLY [0,0]". Fix:
// CHECK: ScheduleRejected<stretto::Rule::negative_loop_distance, -1, 0, -1,
// NAMES-SAME: {3, {{.*}}"MULTIPLY [0,0]"{{.*}}{10, {{.*}}"MULTIPLY [0,0]"
#include "small_gemm.hpp"

using namespace stretto;

struct IntoThePast : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) { return {{3, 10, DepKind::flow, -1}}; }
};

constexpr auto plan = compile_schedule<IntoThePast>();
