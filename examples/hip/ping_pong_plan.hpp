// The ping-pong schedule that the gfx950 example consumes: 256x256x64 bf16, eight waves; its synchronisation is derived
// and proven.
#pragma once

#include <stretto/compiler/compile_schedule.hpp>
#include <stretto/compiler/unroll.hpp>
#include <stretto/schedules/ping_pong.hpp>
#include <stretto/schedules/proven.hpp>

/// One half-tile load is 2 buffer loads a lane; an A fragment is 8 LDS reads, a B fragment 4.
struct PingPongPlan {
  static constexpr int vm_per_load = 2;
  static constexpr int reads_a = 8;
  static constexpr int reads_b = 4;
  static constexpr auto schedule = stretto::compile_schedule([] {
    return stretto::Proven<stretto::DeclarativeSchedule<false, reads_a, reads_b>>(
        {}, stretto::mi355x_target(vm_per_load, vm_per_load, 1));
  });
  static_assert(schedule.verdict == stretto::Verdict::proven);
};
