// unroll: passes each entry of a section to the kernel's dispatcher as a compile-time value, so the device code is
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
// The schedule is a static member of a policy type, because a class-type template argument of a __global__ function
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

/// Entry I of a section, as a type. Its members stay constants wherever it is passed.
template <class Policy, Section P, int I>
struct EntryAt {
  static constexpr ScheduleEntry value = detail::section_entries<P>(Policy::schedule)[I];  ///< the whole entry
  static constexpr OpDesc op = value.op;                                                   ///< the op to execute
  static constexpr bool is_prefetch = value.is_prefetch;  ///< execute only if there is a next iteration
  static constexpr Section section = P;                   ///< section of the entry
  static constexpr int index = I;                         ///< position in the section, from 0
};

namespace detail {
STRETTO_CALLS_ANY_SPACE
template <class Policy, Section P, class Dispatcher, int... I>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void unroll(Dispatcher& dispatch, std::integer_sequence<int, I...>) {
  (dispatch(EntryAt<Policy, P, I>{}), ...);
}
}  // namespace detail

/// Calls `dispatch(entry)` for each entry of a section, in order. `entry` is an `EntryAt`.
STRETTO_CALLS_ANY_SPACE
template <class Policy, Section P, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void unroll(Dispatcher&& dispatch) {
  detail::unroll<Policy, P>(dispatch, std::make_integer_sequence<int, detail::section_size<Policy, P>>{});
}

}  // namespace stretto
