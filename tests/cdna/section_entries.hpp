// The Mojo entries of one section of a compiled schedule.
#pragma once

#include <stretto/core/section.hpp>

namespace stretto::cdna::detail {

template <Section P, class Schedule>
constexpr auto& entries_of(Schedule& schedule) {
  if constexpr (P == Section::prologue) {
    return schedule.prologue;
  } else if constexpr (P == Section::kernel) {
    return schedule.kernel;
  } else {
    return schedule.epilogue;
  }
}

}  // namespace stretto::cdna::detail
