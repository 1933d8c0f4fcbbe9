// Ping-pong with 15 lgkm entries a load; lgkmcnt ends at 14.
// CHECK: ScheduleRejected<stretto::Rule::wait_lgkm_field, 15, 14, 3>
#include "small_gemm.hpp"

using namespace stretto;

constexpr auto plan =
    compile_schedule<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 15, .lgkm_b = 4}>>();
