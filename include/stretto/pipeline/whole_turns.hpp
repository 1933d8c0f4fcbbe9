// `run` for kernels that cannot index their slots: the loop is unrolled over a turn, as many trips as bring every slot
// back, and the dispatcher gets each entry with the place of the trip in its turn, a constant.
//
//   run_whole_turns<Policy, waves>(iterations, [&](auto entry, auto turn, int trip) {
//     constexpr int slot = slot_of<decltype(entry), decltype(turn)>;
//   });
//
// It is for targets whose compiler must know which object in shared memory is touched. The iterations are those outside
// of the kernel and whole turns: `pipe.peeled` + n * `turn_trips<Policy>`, n >= 0. There is no code for others.
#pragma once

#include <numeric>

#include <stretto/pipeline/static_pipeline.hpp>

namespace stretto {

/// The place of a trip in its turn, as a type.
template <int Value>
struct Turn {
  static constexpr int value = Value;
};

/// Trips after which every slot of a pipeline is where it was.
template <class Policy>
inline constexpr int turn_trips = [] {
  int trips = 1;
  for (int b = 0; b < Policy::pipe.buffers; ++b) trips = std::lcm(trips, Policy::pipe.buffer_slots[b]);
  return trips;
}();

/// The slot that an entry uses in a trip.
template <class Entry, class TurnOfTrip>
inline constexpr int slot_of = (TurnOfTrip::value + Entry::value.iteration) % Entry::value.slots;

namespace detail {

/// Gives the dispatcher the place of the trip with every entry.
template <class Dispatcher, int Place>
struct TurningDispatcher {
  Dispatcher& dispatch;

  STRETTO_CALLS_ANY_SPACE
  template <class Entry>
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void operator()(Entry entry, int trip) const {
    dispatch(entry, Turn<Place>{}, trip);
  }
};

STRETTO_CALLS_ANY_SPACE
template <class Policy, int Agent, Phase P, int Place, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_in_turn(Dispatcher& dispatch, int trip) {
  const TurningDispatcher<Dispatcher, Place> turning{dispatch};
  run_phase<Policy, 0, Agent, P>(turning, trip);
}

STRETTO_CALLS_ANY_SPACE
template <class Policy, int Agent, class Dispatcher, int... Place>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_turn(Dispatcher& dispatch, int trip,
                                                           std::integer_sequence<int, Place...>) {
  (run_in_turn<Policy, Agent, Phase::kernel, Place>(dispatch, trip + Place), ...);
}

}  // namespace detail

/// Runs one agent's program.
STRETTO_CALLS_ANY_SPACE
template <class Policy, int Agent, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_whole_turns(int iterations, Dispatcher&& dispatch) {
  constexpr int turn = turn_trips<Policy>;
  const int trips = iterations - Policy::pipe.peeled + Policy::pipe.extra_trips[Agent];
  detail::run_in_turn<Policy, Agent, Phase::prologue, 0>(dispatch, 0);
  for (int trip = 0; trip < trips; trip += turn) {
    detail::run_turn<Policy, Agent>(dispatch, trip, std::make_integer_sequence<int, turn>{});
  }
  detail::run_in_turn<Policy, Agent, Phase::epilogue, 0>(dispatch, trips);
}

}  // namespace stretto
