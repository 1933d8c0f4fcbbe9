// Six fragments and four accumulators need 64 registers.
#pragma once

#include "small_gemm.hpp"

struct TooFewRegisters : SmallGemm {
  static constexpr stretto::ScheduleConfig schedule_config() {
    stretto::ScheduleConfig knobs = SmallGemm::schedule_config();
    knobs.scheduling = stretto::SchedulingStrategy::csp;
    knobs.max_vgpr = 63;
    return knobs;
  }
};
