// A place in the rings of a pipeline that goes on from run to run, and `run` with it: for persistent kernels, whose
// iterations are counted over all runs, without a division or a remainder at run time.
//
//   RingCursor<Policy::pipe.ring_slots> cursor;
//   while (next_tile()) {
//     run<Policy, consumer>(iterations, cursor, [&](auto entry, RingPlace at) {
//       if constexpr (entry.value.action == Action::await) await(full + at.slot, at.parity);
//     });
//   }
#pragma once

#include <stretto/pipeline/static_pipeline.hpp>

namespace stretto {

/// Where in a ring a version is, and the parity to wait for there.
struct RingPlace {
  int slot = 0;
  int parity = 0;
  int iteration = 0;  // of the run

  friend constexpr bool operator==(const RingPlace&, const RingPlace&) = default;
};

/// The place of a version v: v modulo Slots, with parity (v / Slots) modulo 2.
template <int Slots>
struct RingCursor {
  static_assert(Slots >= 1);

  int slot = 0;
  int parity = 0;

  /// The place of version v + Ahead, with `Flip` added to its phase: an addition, a comparison and a choice each.
  template <int Ahead, int Flip = 0>
  [[nodiscard]] STRETTO_HOST_DEVICE STRETTO_INLINE constexpr RingPlace ahead() const {
    constexpr int within = (Ahead % Slots + Slots) % Slots;
    constexpr int turned = (((Ahead - within) / Slots + Flip) % 2 + 2) % 2;
    if constexpr (within == 0) {
      return {slot, parity ^ turned, 0};
    } else {
      const bool wraps = slot >= Slots - within;
      return {wraps ? slot - (Slots - within) : slot + within, wraps ? parity ^ (turned ^ 1) : parity ^ turned, 0};
    }
  }

  template <int By>
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void advance() {
    const RingPlace next = ahead<By>();
    slot = next.slot;
    parity = next.parity;
  }
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void advance() { advance<1>(); }

  friend constexpr bool operator==(const RingCursor&, const RingCursor&) = default;
};

namespace detail {

template <class Entry, int Slots>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr RingPlace place_of(const RingCursor<Slots>& cursor, int trip) {
  RingPlace place = cursor.template ahead<Entry::value.iteration, Entry::value.flip>();
  place.iteration = trip + Entry::value.iteration;
  return place;
}

STRETTO_CALLS_ANY_SPACE
template <class Policy, int First, int Slots, class Dispatcher, int... I>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_entries_at([[maybe_unused]] Dispatcher& dispatch,
                                                                 [[maybe_unused]] const RingCursor<Slots>& cursor,
                                                                 [[maybe_unused]] int trip,
                                                                 std::integer_sequence<int, I...>) {
  (dispatch(PipelineEntryAt<Policy, First + I>{}, place_of<PipelineEntryAt<Policy, First + I>>(cursor, trip)), ...);
}

STRETTO_CALLS_ANY_SPACE
template <class Policy, int Agent, Phase P, int Slots, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_phase_at(Dispatcher& dispatch, const RingCursor<Slots>& cursor,
                                                               int trip) {
  constexpr int first = Policy::pipe.begin(0, Agent, P);
  constexpr int count = Policy::pipe.end(0, Agent, P) - first;
  run_entries_at<Policy, first>(dispatch, cursor, trip, std::make_integer_sequence<int, count>{});
}

}  // namespace detail

/// Runs one agent's program for so many iterations, at least `peeled` of them, from the cursor on; the cursor is left
/// where the next run begins. The dispatcher gets each entry as a constant, and the place of its version.
STRETTO_CALLS_ANY_SPACE
template <class Policy, int Agent, int Slots, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run(int iterations, RingCursor<Slots>& cursor,
                                                      Dispatcher&& dispatch) {
  static_assert(Policy::pipe.ring_slots == Slots, "one cursor serves rings of one number of slots");
  constexpr int extra = Policy::pipe.extra_trips[Agent];
  constexpr int outside = Policy::pipe.peeled - extra;  // of this agent's trips
  const int trips = iterations - outside;
  RingCursor<Slots> at = cursor;
  detail::run_phase_at<Policy, Agent, Phase::prologue>(dispatch, at, 0);
  STRETTO_ROLLED
  for (int i = 0; i < trips; ++i) {
    detail::run_phase_at<Policy, Agent, Phase::kernel>(dispatch, at, i);
    at.advance();
  }
  detail::run_phase_at<Policy, Agent, Phase::epilogue>(dispatch, at, trips);
  at.template advance<outside>();
  cursor = at;
}

}  // namespace stretto
