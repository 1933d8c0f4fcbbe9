// build_schedule: the Mojo package's shorthand for a compiled ping-pong schedule.
#pragma once

#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>

namespace stretto {

/// Compiles ping-pong for the MI355X, with default knobs and target, into a constant:
/// `build_schedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>()`.
template <PingPongShape Shape>
consteval auto build_schedule() {
  return compile_schedule<DeclarativeSchedule<Shape>>();
}

/// Compiles ping-pong with the given knobs and target, at run time.
template <PingPongShape Shape>
constexpr CompiledSchedule build_schedule(const ScheduleConfig& config, const TargetProfile& target = mi355x_target()) {
  return try_compile(DeclarativeSchedule<Shape>(config, target));
}

}  // namespace stretto
