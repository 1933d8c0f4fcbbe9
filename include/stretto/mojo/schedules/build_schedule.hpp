// build_schedule: the Mojo package's shorthand for a compiled ping-pong schedule.
#pragma once

#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>

namespace stretto {

/// Compiles ping-pong for the MI355X, with default knobs and target, into a constant.
template <bool IsFp8, int LgkmA, int LgkmB>
consteval auto build_schedule() {
  return compile_schedule<DeclarativeSchedule<IsFp8, LgkmA, LgkmB>>();
}

/// Compiles ping-pong with the given knobs and target, at run time.
template <bool IsFp8, int LgkmA, int LgkmB>
constexpr CompiledSchedule build_schedule(const ScheduleConfig& config, const TargetProfile& target = mi355x_target()) {
  return try_compile(DeclarativeSchedule<IsFp8, LgkmA, LgkmB>(config, target));
}

}  // namespace stretto
