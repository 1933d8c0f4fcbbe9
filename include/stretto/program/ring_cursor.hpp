// A position in the rings of a pipeline that carries over from run to run, and a `run` that uses it. For persistent
// kernels: iterations are counted over all runs, without a division or a remainder at run time.
//
//   RingCursor<Plan::pipe.ring_slots> cursor;
//   while (next_tile()) {
//     run<Plan, consumer>(iterations, cursor, [&](auto entry, RingPlace at) {
//       if constexpr (entry.value.action == Action::await) await(full + at.slot, at.parity);
//       // Likewise for multiplications, waits and arrivals.
//     });
//   }
#pragma once

#include <stretto/program/run.hpp>

namespace stretto {

/// The slot of a version in a ring, and the parity to wait for.
struct RingPlace {
  int slot = 0;       ///< slot of the ring
  int parity = 0;     ///< parity of its phase, 0 or 1
  int iteration = 0;  ///< iteration within the run

  friend constexpr bool operator==(const RingPlace&, const RingPlace&) = default;
};

/// The place of a version v: slot v modulo Slots, with parity (v / Slots) modulo 2.
template <int Slots>
struct RingCursor {
  static_assert(Slots >= 1);

  int slot = 0;    ///< where the next run begins
  int parity = 0;  ///< parity of the phase there, 0 or 1

  /// The place of version v + Ahead, with `Flip` added to its phase. Costs an addition, a comparison and a select each.
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

  /// Advances by a constant number of versions.
  template <int By>
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void advance() {
    const RingPlace next = ahead<By>();
    slot = next.slot;
    parity = next.parity;
  }
  /// Advances by one version.
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void advance() {
    if (++slot == Slots) {
      slot = 0;
      parity ^= 1;
    }
  }

  friend constexpr bool operator==(const RingCursor&, const RingCursor&) = default;
};

namespace detail {

/// The cursors of a version and of the next `Ahead` versions. Advancing all of them computes only the newest.
template <int Slots, int Ahead>
struct RingWindow {
  RingCursor<Slots> oldest;
  RingWindow<Slots, Ahead - 1> later;

  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr explicit RingWindow(RingCursor<Slots> from)
      : oldest(from), later((from.advance(), from)) {}

  template <int I, int Flip = 0>
  [[nodiscard]] STRETTO_HOST_DEVICE STRETTO_INLINE constexpr RingPlace ahead() const {
    if constexpr (I <= 0) {
      return oldest.template ahead<I, Flip>();
    } else {
      return later.template ahead<I - 1, Flip>();
    }
  }
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void advance() {
    oldest = later.oldest;
    later.advance();
  }
};

template <int Slots>
struct RingWindow<Slots, 0> {
  RingCursor<Slots> oldest;

  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr explicit RingWindow(RingCursor<Slots> from) : oldest(from) {}

  template <int I, int Flip = 0>
  [[nodiscard]] STRETTO_HOST_DEVICE STRETTO_INLINE constexpr RingPlace ahead() const {
    return oldest.template ahead<I, Flip>();
  }
  STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void advance() { oldest.advance(); }
};

/// How far ahead of its oldest version a role's trip accesses the ring.
template <class Plan, int Role>
constexpr int looks_ahead() {
  int most = 0;
  for (int i = Plan::pipe.begin(0, Role, Section::kernel); i < Plan::pipe.end(0, Role, Section::kernel); ++i) {
    if (Plan::pipe.entries[i].iteration > most) most = Plan::pipe.entries[i].iteration;
  }
  return most;
}

/// What a role's waits add to the phase. It is applied to the cursor once, and cancelled for entries that add another
/// value.
template <class Plan, int Role>
constexpr int flip_of() {
  for (int i = Plan::pipe.begin(0, Role, Section::kernel); i < Plan::pipe.end(0, Role, Section::kernel); ++i) {
    if (Plan::pipe.entries[i].action == Action::await) return Plan::pipe.entries[i].flip % 2;
  }
  return 0;
}

/// The place of an entry's version. `Added` is already in the cursor's parities.
template <class Entry, int Added, class Cursor>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr RingPlace place_of(const Cursor& cursor, int trip) {
  RingPlace place = cursor.template ahead<Entry::value.iteration, Entry::value.flip + Added>();
  place.iteration = trip + Entry::value.iteration;
  return place;
}

STRETTO_CALLS_ANY_SPACE
template <class Plan, int First, int Added, class Cursor, class Dispatcher, int... I>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_entries_at([[maybe_unused]] Dispatcher& dispatch,
                                                                 [[maybe_unused]] const Cursor& cursor,
                                                                 [[maybe_unused]] int trip,
                                                                 std::integer_sequence<int, I...>) {
  (dispatch(EntryAt<Plan, First + I>{}, place_of<EntryAt<Plan, First + I>, Added>(cursor, trip)), ...);
}

STRETTO_CALLS_ANY_SPACE
template <class Plan, int Role, Section P, class Cursor, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_section_at(Dispatcher& dispatch, const Cursor& cursor, int trip) {
  constexpr int first = Plan::pipe.begin(0, Role, P);
  constexpr int count = Plan::pipe.end(0, Role, P) - first;
  run_entries_at<Plan, first, flip_of<Plan, Role>()>(dispatch, cursor, trip, std::make_integer_sequence<int, count>{});
}

}  // namespace detail

/// Runs one role's program for `iterations` iterations, at least `peeled`, starting at the cursor. Leaves the cursor
/// where the next run begins. The dispatcher gets each entry as a constant, and the place of its version.
STRETTO_CALLS_ANY_SPACE
template <class Plan, int Role, int Slots, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run(int iterations, RingCursor<Slots>& cursor,
                                                      Dispatcher&& dispatch) {
  static_assert(Plan::pipe.ring_slots == Slots, "one cursor serves rings of one number of slots");
  constexpr int extra = Plan::pipe.extra_trips[Role];
  constexpr int outside = Plan::pipe.peeled - extra;  // iterations outside this role's trips
  constexpr int flip = detail::flip_of<Plan, Role>();
  RingCursor<Slots> begin = cursor;
  begin.parity ^= flip;
  detail::RingWindow<Slots, detail::looks_ahead<Plan, Role>()> at(begin);
  detail::run_section_at<Plan, Role, Section::prologue>(dispatch, at, 0);
  STRETTO_ROLLED
  for (int i = outside; i < iterations; ++i) {
    detail::run_section_at<Plan, Role, Section::kernel>(dispatch, at, i - outside);
    at.advance();
  }
  detail::run_section_at<Plan, Role, Section::epilogue>(dispatch, at, iterations - outside);
  const RingPlace end = at.template ahead<outside>();
  cursor.slot = end.slot;
  cursor.parity = end.parity ^ flip;
}

/// As `run`, for as long as `more()` tells that another iteration follows: the number of iterations need not be known.
/// At least `peeled` iterations must follow, and one. `more` is called once per trip, before its first entry.
STRETTO_CALLS_ANY_SPACE
template <class Plan, int Role, int Slots, class More, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_while(More&& more, RingCursor<Slots>& cursor,
                                                            Dispatcher&& dispatch) {
  static_assert(Plan::pipe.ring_slots == Slots, "one cursor serves rings of one number of slots");
  constexpr int outside = Plan::pipe.peeled - Plan::pipe.extra_trips[Role];
  constexpr int flip = detail::flip_of<Plan, Role>();
  RingCursor<Slots> begin = cursor;
  begin.parity ^= flip;
  detail::RingWindow<Slots, detail::looks_ahead<Plan, Role>()> at(begin);
  detail::run_section_at<Plan, Role, Section::prologue>(dispatch, at, 0);
  int trip = 0;
  STRETTO_ROLLED
  for (; more(); ++trip) {
    detail::run_section_at<Plan, Role, Section::kernel>(dispatch, at, trip);
    at.advance();
  }
  detail::run_section_at<Plan, Role, Section::epilogue>(dispatch, at, trip);
  const RingPlace end = at.template ahead<outside>();
  cursor.slot = end.slot;
  cursor.parity = end.parity ^ flip;
}

}  // namespace stretto
