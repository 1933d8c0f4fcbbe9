// run: executes one role's program in a kernel. The dispatcher gets each entry as a constant, so the device code is
// straight-line.
//
//   struct Plan {
//     static constexpr auto pipe = pipeline<Gemm>();
//   };
//   // ...
//   run<Plan, consumer>(iterations, [&](auto entry, int i) {
//     if constexpr (entry.value.action == Action::await) await(entry.value.barrier, entry.value.version(i));
//     // Likewise for multiplications, waits and arrivals.
//   });
//
// A Mojo schedule, `compile_schedule<S>()`, is run in the same way.
//
// A kernel that writes its own loop calls `run_section` for each section instead. A persistent kernel runs its roles
// with a cursor instead of a trip index: program/ring_cursor.hpp.
//
// The pipeline is a static member of a type, because a class-type template argument of a __global__ function breaks
// nvcc's host stub.
#pragma once

#include <utility>

#include <stretto/program/entry.hpp>

namespace stretto {

/// Entry I of a pipeline, as a type: its members are constants wherever it is passed.
template <class Plan, int I>
struct EntryAt {
  static constexpr Entry value = Plan::pipe.entries[I];  ///< the entry
  static constexpr int index = I;                        ///< its number among all entries of the pipeline
};

namespace detail {

STRETTO_CALLS_ANY_SPACE
template <class Plan, int First, class Dispatcher, int... I>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_entries([[maybe_unused]] Dispatcher& dispatch,
                                                              [[maybe_unused]] int trip,
                                                              std::integer_sequence<int, I...>) {
  (dispatch(EntryAt<Plan, First + I>{}, trip), ...);
}

STRETTO_CALLS_ANY_SPACE
template <class Plan, int Program, int Role, Section P, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_part(Dispatcher& dispatch, int trip) {
  constexpr int first = Plan::pipe.begin(Program, Role, P);
  constexpr int count = Plan::pipe.size(Program, Role, P);
  run_entries<Plan, first>(dispatch, trip, std::make_integer_sequence<int, count>{});
}

STRETTO_CALLS_ANY_SPACE
template <class Plan, int Role, class Dispatcher, int... P>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_few(Dispatcher& dispatch, int iterations,
                                                          std::integer_sequence<int, P...>) {
  ((iterations == P + 1 ? run_part<Plan, P + 1, Role, Section::prologue>(dispatch, 0) : void()), ...);
}

}  // namespace detail

/// Runs one section of a role's program with the kernel. The trip index is 0 in the prologue and the number of trips in
/// the epilogue.
STRETTO_CALLS_ANY_SPACE
template <class Plan, int Role, Section P, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_section(Dispatcher&& dispatch, int trip = 0) {
  detail::run_part<Plan, 0, Role, P>(dispatch, trip);
}

/// Runs one role's program for `iterations` iterations: `peeled` and a multiple of `iterations_per_trip`, or fewer if
/// the pipeline has a program for that number. The dispatcher gets each entry as a constant, and the trip index.
STRETTO_CALLS_ANY_SPACE
template <class Plan, int Role, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run(int iterations, Dispatcher&& dispatch) {
  constexpr int peeled = Plan::pipe.peeled;
  if (iterations < 1) return;
  if constexpr (Plan::pipe.programs > 1) {
    if (iterations < peeled) {
      detail::run_few<Plan, Role>(dispatch, iterations, std::make_integer_sequence<int, Plan::pipe.programs - 1>{});
      return;
    }
  }
  const int trips = (iterations - peeled) / Plan::pipe.iterations_per_trip + Plan::pipe.extra_trips[Role];
  detail::run_part<Plan, 0, Role, Section::prologue>(dispatch, 0);
  for (int i = 0; i < trips; ++i) detail::run_part<Plan, 0, Role, Section::kernel>(dispatch, i);
  detail::run_part<Plan, 0, Role, Section::epilogue>(dispatch, trips);
}

}  // namespace stretto
