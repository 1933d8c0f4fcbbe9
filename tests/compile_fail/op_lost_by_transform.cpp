// transform_kernel drops everything; the first op of the order is missed first.
// CLANG: op_lost: {{.*}}; op 0 "LOAD_A stage 1 subtile 0 @K_PREV". Fix:
// CHECK: ScheduleRejected<stretto::Rule::op_lost, 0, 0, -1,
// NAMES-SAME: {0, {{.*}}"LOAD_A stage 1 subtile 0 @K_PREV"
#include "small_gemm.hpp"

using namespace stretto;

struct DropsAll : SmallGemm {
  static constexpr Vector<ScheduleEntry> transform_kernel(const Vector<ScheduleEntry>&, const Vector<OpDesc>&) {
    return {};
  }
};

constexpr auto plan = compile_schedule<DropsAll>();
