// build_schedule: the documented shorthand for a compiled ping-pong schedule.
#pragma once

#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>

namespace stretto {

/// Ping-pong for the MI355X with its default knobs and target, as a constant.
template <bool IsFp8, int LgkmA, int LgkmB>
consteval auto build_schedule() {
  return compile_schedule<DeclarativeSchedule<IsFp8, LgkmA, LgkmB>>();
}

/// The same with knobs and target of one's own, at run time.
template <bool IsFp8, int LgkmA, int LgkmB>
constexpr CompiledSchedule build_schedule(const ScheduleConfig& config, const TargetProfile& target = mi355x_target()) {
  return try_compile(DeclarativeSchedule<IsFp8, LgkmA, LgkmB>(config, target));
}

}  // namespace stretto
