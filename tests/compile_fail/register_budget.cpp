// Six fragments and four accumulators need 64 registers.
// CHECK: ScheduleRejected<{{.*}}Rule::register_budget, 64, 63, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct TooFewRegisters : SmallGemm {
  static constexpr ScheduleConfig schedule_config() {
    ScheduleConfig knobs = SmallGemm::schedule_config();
    knobs.scheduling = SchedulingStrategy::csp;
    knobs.max_vgpr = 63;
    return knobs;
  }
};

constexpr auto plan = compile_schedule<TooFewRegisters>();
