// unroll: hands each entry of a phase to the kernel's dispatcher as a compile-time value, so that the device code is
// straight-line.
//
//   struct Policy {
//     static constexpr auto schedule = compile_schedule<MySchedule>();
//   };
//   // ...
//   unroll<Policy, Section::kernel>([&](auto entry) {
//     if constexpr (entry.op.tag == tags::barrier) s_barrier();
//     // Loads, fragment reads, waits and MMAs likewise.
//   });
//
// The schedule is a static member of a policy type, because a class-type template argument on a __global__ function
// breaks nvcc's host stub.
#pragma once

#include <utility>

#include <stretto/core/platform.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

namespace detail {

template <Section P, class Schedule>
STRETTO_HOST_DEVICE constexpr const auto& section_entries(const Schedule& schedule) {
  if constexpr (P == Section::prologue) {
    return schedule.prologue;
  } else if constexpr (P == Section::kernel) {
    return schedule.kernel;
  } else {
    return schedule.epilogue;
  }
}

template <class Policy, Section P>
inline constexpr int section_size = section_entries<P>(Policy::schedule).size();

}  // namespace detail

/// Entry I of a phase, as a type: its members are constants wherever it is passed.
template <class Policy, Section P, int I>
struct EntryAt {
  static constexpr ScheduleEntry value = detail::section_entries<P>(Policy::schedule)[I];  ///< the whole entry
  static constexpr OpDesc op = value.op;                                                   ///< what to do
  static constexpr bool is_prefetch = value.is_prefetch;  ///< emit only when a next iteration exists
  static constexpr Section section = P;                   ///< of the entry
  static constexpr int index = I;                         ///< place in the phase, from 0
};

namespace detail {
STRETTO_CALLS_ANY_SPACE
template <class Policy, Section P, class Dispatcher, int... I>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void unroll(Dispatcher& dispatch, std::integer_sequence<int, I...>) {
  (dispatch(EntryAt<Policy, P, I>{}), ...);
}
}  // namespace detail

/// Calls `dispatch(entry)` for each entry of a phase, in order; `entry` is an `EntryAt`.
STRETTO_CALLS_ANY_SPACE
template <class Policy, Section P, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void unroll(Dispatcher&& dispatch) {
  detail::unroll<Policy, P>(dispatch, std::make_integer_sequence<int, detail::section_size<Policy, P>>{});
}

}  // namespace stretto
