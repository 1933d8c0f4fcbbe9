// The modulo schedule of a declared loop as a constant that the compiler finds.
#pragma once

#include <stretto/pipeline/given_schedule.hpp>
#include <stretto/pipeline/pipeline.hpp>

namespace stretto::detail {

// The steps of make_pipeline. Each is a constant of a separate type, evaluated once, within the compilers' limits.

/// The schedule with its II and the first `Goals` of the later objectives.
template <class Declared, int Goals>
struct ScheduleConstant {
  static constexpr PlainSchedule improved() {
    const PlainSchedule& before = ScheduleConstant<Declared, Goals - 1>::value;
    Result<Pipeline> made = planned<Declared>(before);
    if (!made.ok()) return before;
    made.value.problem = modulo_of(made.value.loop, before.ii);
    improve(made.value, options_of<Declared>(), later_goals[Goals - 1]);
    return plain(made.value.schedule);
  }
  static constexpr PlainSchedule value = improved();
};

template <class Declared>
struct ScheduleConstant<Declared, 0> {
  static constexpr PlainSchedule first() {
    const Result<Pipeline> made = plan_pipeline(Declared::declare(), Declared::target(), options_of<Declared>());
    if (made.ok()) return plain(made.value.schedule);
    PlainSchedule refused;
    refused.error = made.error;
    return refused;
  }
  static constexpr PlainSchedule value = first();
};

/// All objectives.
template <class Declared>
struct FoundSchedule : ScheduleConstant<Declared, 4> {};

}  // namespace stretto::detail
