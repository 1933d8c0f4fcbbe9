// The greedy seed needs 64 registers, and one node is not enough to find another order.
// CHECK: ScheduleRejected<{{.*}}Rule::node_budget, 0, 1, -1>
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

constexpr auto plan = compile_schedule<TooFewRegisters, CompileOptions{.node_budget = 1}>();
