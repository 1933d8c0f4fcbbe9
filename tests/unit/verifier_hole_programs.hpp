// Small programs whose verdict depends on one condition of the verifier each. Random programs hardly ever do, so these
// catch mutants of the verifier that the studies miss.
#pragma once

#include <string>
#include <vector>

#include <stretto/verify/hazard.hpp>

#include "../study/program_builder.hpp"

namespace stretto::holes {

struct HoleProgram {
  std::string name;
  WaveProgram program;
  Verdict verdict;
};

namespace detail {

using namespace study;

struct XAndOwn {
  int x;
  int own;
};
inline XAndOwn x_and_own(ProgramBuilder& b) {
  return {b.buffer("x", Space::shared), b.buffer("own", Space::registers)};
}

inline ProgramBuilder one_tile_per_trip() {
  ProgramBuilder b;
  b.program.tiles_per_trip = 1;
  return b;
}

/// One wave and a register: content written at one rate is expected at another. In trip 0 both versions are 0.
inline WaveProgram rates_apart(int way) {
  ProgramBuilder b = one_tile_per_trip();
  const int own = b.buffer("own", Space::registers);
  const int other = b.buffer("other", Space::registers);
  const int third = b.buffer("third", Space::registers);
  b.role("all");
  if (way == 0) b.kernel(fetch(0, 1).write(own));
  if (way == 1) b.kernel(work(0, 1).write(own));
  if (way == 2) {
    b.kernel(fetch(0, 1).write(other));
    b.kernel(move().read(other).write(own));
  }
  if (way == 3) {
    b.kernel(fetch(0, 1).write(other));
    b.kernel(fetch(0, 2).write(third));
    b.kernel(move().read(other).read(third).write(own));
  }
  b.kernel(work(0, 3).read(own));
  return b.program;
}

/// The same in the prologue of a program that runs again and again.
inline WaveProgram rates_apart_in_later_runs(int way) {
  ProgramBuilder b = one_tile_per_trip();
  const int own = b.buffer("own", Space::registers);
  b.role("all");
  b.program.tiles = 1;
  b.program.persistent = true;
  b.prologue(way == 0 ? fetch(0, 1).write(own) : work(0, 1).write(own));
  b.prologue(work(0, 3).read(own));
  return b.program;
}

/// One role waits until the other, at its end, releases it. What the other does in each of its trips must not be
/// forgotten. If the role waits in its prologue, it falls behind with each trip: no state repeats, and nothing is
/// proven.
enum class Late { at_the_end, nothing, waits, arrives, writes, consumes_before, writes_before, moves_before };
inline WaveProgram late_role(Late what) {
  ProgramBuilder b = one_tile_per_trip();
  const int end = b.phase_barrier("end", PhaseBarrierKind::mbarrier, 1, 1);
  const int turning = b.phase_barrier("turning", PhaseBarrierKind::mbarrier, 4, 1);
  const int own = b.buffer("own", Space::registers);
  const int left = b.buffer("left", Space::shared, 4);
  const int unread = b.buffer("unread", Space::shared);
  const int kept = b.buffer("kept", Space::registers);
  const int main = b.role("main");
  const int late = b.role("late");
  b.put(main, Section::kernel, fetch(0, 1).write(own));
  b.put(main, Section::kernel, consume(0).read(own));
  b.put(main, Section::epilogue, fetch(7, 0).write(unread));
  if (what == Late::consumes_before) {
    b.program.min_trips = 1;
    b.put(main, Section::kernel, fetch(0, 1).write(left));
  }
  b.put(main, Section::epilogue, arrive().at(end));
  b.put(late, what == Late::at_the_end ? Section::epilogue : Section::prologue, await().at(end));
  switch (what) {
    case Late::at_the_end:
    case Late::nothing: break;
    case Late::waits:
      b.put(late, Section::kernel, nothing());
      b.put(late, Section::kernel, wait(Counter::vm, 0));
      break;
    case Late::arrives:
      // In trip 2, at the place that the other one reads.
      b.put(main, Section::epilogue, await().at(turning, 2, 0, 0, 1));
      b.put(late, Section::kernel, arrive().at(turning, 0, 1));
      break;
    case Late::writes:
      b.put(main, Section::epilogue, work(-1, 0).read(left, 2));
      b.put(late, Section::kernel, fetch(0, 1).write(left, 0, 1));
      break;
    case Late::consumes_before: b.put(late, Section::prologue, work(0, 0).read(left)); break;
    case Late::writes_before:
      b.put(main, Section::epilogue, work(-1, 0).read(left));
      b.put(late, Section::prologue, fetch(0, 0).write(left));
      break;
    case Late::moves_before: b.put(late, Section::prologue, move().read(unread).write(kept)); break;
  }
  b.put(late, Section::epilogue, work(7, 0).read(unread));
  return b.program;
}

/// Two waves. More fragments are read and consumed than the verifier remembers, then a place is overwritten that some
/// wave may still read.
enum class Fragments { one_read, read_again, waited_for_late };
inline WaveProgram many_fragments(Fragments how, bool in_order) {
  constexpr int count = 40;
  ProgramBuilder b;
  const int shared = b.buffer("shared", Space::shared, 1, count);
  const int own = b.buffer("own", Space::registers, 1, count + 1);
  b.role("all", 2);
  BuiltStep fill = fetch(0, 0);
  for (int i = 0; i < count; ++i) fill = fill.write(shared, 0, 0, 0, i);
  b.prologue(fill);
  b.prologue(barrier());
  BuiltStep take = work(0, 0);
  const auto read = [&](int from, int to, bool at_once = true) {
    const BuiltStep step = move().read(shared, 0, 0, 0, from).write(own, 0, 0, 0, to);
    b.prologue(at_once ? step : step.in(Counter::lgkm));
    take = take.read(own, 0, 0, 0, to);
  };
  read(0, 0, how != Fragments::waited_for_late);
  if (how == Fragments::read_again) b.prologue(barrier());
  if (how != Fragments::one_read) read(0, count);
  for (int i = 1; i < count; ++i) read(i, i);
  if (how == Fragments::waited_for_late) {
    b.prologue(barrier());
    b.prologue(wait(Counter::lgkm, 0));
  }
  b.prologue(take);
  if (in_order) b.prologue(barrier());
  b.prologue(fetch(1, 0).write(shared));
  return b.program;
}

/// A load is in flight in each of two registers while both are written, and one of them once more.
inline WaveProgram overlapped_twice() {
  ProgramBuilder b;
  const int own = b.buffer("own", Space::registers, 2);
  b.role("all");
  b.prologue(fetch(0, 0).write(own, 0).in(Counter::vm));
  b.prologue(fetch(0, 0).write(own, 1).in(Counter::vm));
  b.prologue(fetch(0, 0).write(own, 0));
  b.prologue(fetch(0, 0).write(own, 1));
  b.prologue(fetch(0, 0).write(own, 0));
  b.prologue(work(0, 0).read(own, 0));
  return b.program;
}

/// As many bytes as an mbarrier can count.
inline WaveProgram most_bytes() {
  ProgramBuilder b;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 1);
  const int tile = b.buffer("tile", Space::shared);
  b.role("all");
  const int bytes = b.program.limits.max_expected_bytes;
  b.prologue(arrive().at(full, 0, 0, bytes));
  b.prologue(fetch(0, 0).write(tile).in(Counter::bytes).at(full, 0, 0, bytes));
  b.prologue(await().at(full));
  b.prologue(work(0, 0).read(tile));
  return b.program;
}

/// One role expects the bytes that another role sends once the slot is free; the sender itself does not arrive.
inline WaveProgram sender_waits() {
  ProgramBuilder b = one_tile_per_trip();
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 1);
  const int tile = b.buffer("tile", Space::shared);
  b.role("expects");
  b.kernel(await().at(full, 0, 1, 0, 1));
  b.kernel(arrive().at(full, 0, 1, 16));
  b.epilogue(await().at(full, 0, 1, 0, 1));
  b.role("sends");
  b.kernel(await().at(full, 0, 1, 0, 1));
  b.kernel(fetch(0, 1).write(tile).in(Counter::bytes).at(full, 0, 1, 16));
  return b.program;
}

/// The first arrival is asynchronous; later ones are not, and nobody waits for them.
inline WaveProgram asynchronous_once() {
  ProgramBuilder b = one_tile_per_trip();
  const int done = b.phase_barrier("done", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("all");
  b.prologue(arrive().in(Counter::tensor).at(done));
  b.prologue(await().at(done));
  b.kernel(arrive().at(done));
  return b.program;
}

/// What was read is moved from register to register before its place is overwritten.
inline WaveProgram moved_on(bool in_order) {
  ProgramBuilder b;
  const int shared = b.buffer("shared", Space::shared);
  const int own = b.buffer("own", Space::registers, 2);
  b.role("all", 2);
  b.prologue(fetch(0, 0).write(shared));
  b.prologue(barrier());
  b.prologue(move().read(shared).write(own, 0));
  b.prologue(move().read(own, 0).write(own, 1));
  if (in_order) b.prologue(barrier());
  b.prologue(fetch(1, 0).write(shared));
  b.prologue(work(0, 0).read(own, 1));
  return b.program;
}

/// A step whose results replace corrupted ones and are corrupted themselves.
inline WaveProgram spoilt_again() {
  ProgramBuilder b;
  const int shared = b.buffer("shared", Space::shared, 2);
  const int own = b.buffer("own", Space::registers, 2);
  b.role("all", 2);
  b.prologue(fetch(0, 0).write(shared, 0));
  b.prologue(fetch(0, 0).write(shared, 1));
  b.prologue(move().read(shared, 0).read(shared, 1).write(own, 0));
  b.prologue(move().read(shared, 0).write(own, 1));
  b.prologue(move().read(shared, 0).write(own, 0).write(own, 1));
  b.prologue(work(0, 0).read(own, 1));
  return b.program;
}

/// A role releases another one, and then waits at the barrier where both meet.
inline WaveProgram let_go_before_meeting() {
  ProgramBuilder b;
  const int go = b.phase_barrier("go", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("waits");
  b.prologue(await().at(go));
  b.prologue(barrier());
  b.role("lets go");
  b.prologue(arrive().at(go));
  b.prologue(barrier());
  return b.program;
}

/// Every wave performs a write, whatever its `waves` says. With interlocked registers, writes wait for older ones.
inline WaveProgram write_of_some_waves() {
  ProgramBuilder b;
  const int own = b.buffer("own", Space::registers);
  b.program.registers = RegisterReading::interlocked;
  b.role("all", 2);
  b.prologue(fetch(0, 0).write(own).in(Counter::vm));
  b.prologue(fetch(1, 0).write(own, 0, 0, 0, 0, 1U));
  b.prologue(work(1, 0).read(own));
  return b.program;
}

/// Every third arrival completes a phase, and then the role waits forever at its end.
inline WaveProgram arrivals_add_up() {
  ProgramBuilder b = one_tile_per_trip();
  const int third = b.phase_barrier("third", PhaseBarrierKind::mbarrier, 1, 3);
  b.role("all");
  b.kernel(arrive().at(third));
  b.epilogue(await().at(third, 0, 0, 0, 1));
  return b.program;
}

/// The prologue's writes are ordered before the first trip's reads; a trip's writes are not ordered before the next
/// trip's.
inline WaveProgram in_order_once() {
  ProgramBuilder b = one_tile_per_trip();
  const int shared = b.buffer("shared", Space::shared);
  b.role("all", 2);
  b.prologue(fetch(0, 0).write(shared));
  b.prologue(barrier());
  b.kernel(work(0, 1).read(shared));
  b.kernel(barrier());
  b.kernel(fetch(1, 1).write(shared));
  return b.program;
}

/// Registers that no step writes: initial content may be consumed while versions below 0 are expected, here for two
/// trips.
enum class Below { of_one_role, at_two_rates, of_a_late_role, of_an_accumulator };
inline WaveProgram versions_below_zero(Below what, bool persistent) {
  ProgramBuilder b = one_tile_per_trip();
  const int unwritten = b.buffer("unwritten", Space::registers);
  const int own = b.buffer("own", Space::registers);
  b.program.persistent = persistent;
  b.role("first");
  const int rate = what == Below::at_two_rates ? 2 : 1;
  b.kernel(fetch(0, rate).write(own));
  b.kernel(work(0, rate).read(own));
  if (what == Below::of_a_late_role) {
    b.program.min_trips = 1;
    b.role("second", 1, -1);
  }
  if (what == Below::of_an_accumulator) {
    b.kernel(consume(0).read(unwritten, 0, 0, -2));
  } else {
    b.kernel(work(-2, 1).read(unwritten));
  }
  return b.program;
}

/// Content left by each trip at one rate is expected in the next, or in the epilogue, at another. The two match once
/// more in trip 1, whose loop head looks like all later ones.
enum class Meeting { fetched, computed, moved, moved_from_two, in_epilogue };
inline WaveProgram rates_that_meet(Meeting what, bool persistent) {
  ProgramBuilder b = one_tile_per_trip();
  const int own = b.buffer("own", Space::registers);
  b.role("all");
  b.program.persistent = persistent;
  b.prologue(fetch(0, 3).write(own));
  const BuiltStep use = work(0, 3).read(own);
  if (what == Meeting::in_epilogue) {
    b.epilogue(use);
  } else {
    b.kernel(use);
  }
  if (what == Meeting::moved || what == Meeting::moved_from_two) {
    const int from = b.buffer("from", Space::registers);
    const int other = b.buffer("other", Space::registers);
    b.kernel(fetch(3, 1).write(from));
    b.kernel(fetch(3, 2).write(other));
    b.kernel(what == Meeting::moved ? move().read(from).write(own) : move().read(from).read(other).write(own));
  } else {
    b.kernel(what == Meeting::computed ? work(3, 1).write(own) : fetch(3, 1).write(own));
  }
  return b.program;
}

/// Two waves. Two reads go into one register, then into another one, which is consumed. Then a place is overwritten
/// that the other wave may still read: one of two places, or one that was read before and after a barrier.
inline WaveProgram reads_moved_on(bool two_places) {
  ProgramBuilder b;
  const int shared = b.buffer("shared", Space::shared, 1, 2);
  const int own = b.buffer("own", Space::registers, 1, 3);
  b.role("all", 2);
  b.prologue(fetch(0, 0).write(shared).write(shared, 0, 0, 0, 1));
  b.prologue(barrier());
  if (two_places) {
    b.prologue(move().read(shared).read(shared, 0, 0, 0, 1).write(own));
  } else {
    b.prologue(move().read(shared, 0, 0, 0, 1).write(own));
    b.prologue(barrier());
    b.prologue(move().read(shared, 0, 0, 0, 1).write(own, 0, 0, 0, 1));
  }
  BuiltStep on = move().read(own);
  if (!two_places) on = on.read(own, 0, 0, 0, 1);
  b.prologue(on.write(own, 0, 0, 0, 2));
  b.prologue(work(0, 0).read(own, 0, 0, 0, 2));
  b.prologue(fetch(0, 0).write(shared, 0, 0, 0, 1));
  return b.program;
}

/// Versions at more rates than the verifier can distinguish.
inline WaveProgram many_rates(int count) {
  ProgramBuilder b = one_tile_per_trip();
  b.role("all");
  for (int rate = 0; rate < count; ++rate) {
    const int own = b.buffer("own", Space::registers);
    b.kernel(fetch(0, rate).write(own));
    b.kernel(work(0, rate).read(own));
  }
  return b.program;
}

/// A register or a place holds version 0 in every run, and the version of the run's first trip is expected: right only
/// in the first run. The state at the end does not distinguish later runs from it.
enum class RightOnce { in_the_prologue, in_the_kernel };
inline WaveProgram right_in_the_first_run(RightOnce where) {
  ProgramBuilder b = one_tile_per_trip();
  const int own = b.buffer("own", Space::registers);
  b.role("all");
  b.program.min_trips = 1;
  b.program.persistent = true;
  b.prologue(fetch(0, 0).write(own));
  if (where == RightOnce::in_the_prologue) b.prologue(work(0, 1).read(own));
  if (where == RightOnce::in_the_kernel) {
    b.kernel(work(0, 1).read(own));
    b.kernel(fetch(1, 1).write(own));
  }
  b.epilogue(fetch(-5, 1).write(own));
  return b.program;
}

/// A role makes two trips fewer than the others, so its versions are older than theirs. It loads four tiles and then
/// none: wrong in its fifth trip.
inline WaveProgram fewer_trips() {
  ProgramBuilder b = one_tile_per_trip();
  const int own = b.buffer("own", Space::registers, 4);
  b.program.min_trips = 2;
  b.program.persistent = true;
  b.role("main");
  b.role("fewer", 1, -2);
  for (int i = 0; i < 4; ++i) b.prologue(fetch(i, 1).write(own, i, 1));
  b.kernel(work(0, 1).read(own, 0, 1));
  return b.program;
}

/// The first trip's content has its own rate, and is right; from then on the content has the expected rate.
inline WaveProgram first_trip_of_another_rate() {
  ProgramBuilder b = one_tile_per_trip();
  const int own = b.buffer("own", Space::registers);
  b.role("all");
  b.prologue(fetch(0, 0).write(own));
  b.kernel(work(0, 1).read(own));
  b.kernel(fetch(1, 1).write(own));
  return b.program;
}

/// A load names an accumulator, which has no meaning there: its role consumes nothing in it.
inline WaveProgram load_names_an_accumulator() {
  ProgramBuilder b;
  const int own = b.buffer("own", Space::registers);
  b.program.tiles = 1;
  b.role("consumer");
  b.prologue(fetch(0, 0).write(own));
  b.prologue(consume(0).read(own));
  b.role("loader");
  BuiltStep load = fetch(0, 0).write(own);
  load.step.accumulator = 0;
  b.prologue(load);
  return b.program;
}

/// Two reads in different counters: the later one may complete before the earlier one.
inline WaveProgram read_in_two_counters() {
  ProgramBuilder b;
  const int x = b.buffer("x", Space::shared);
  b.role("all");
  b.kernel(fetch(0, 0).write(x));
  b.kernel(work(0, 0).in(Counter::lgkm).read(x));
  b.kernel(work(0, 0).in(Counter::vm).read(x));
  b.kernel(wait(Counter::vm, 0));
  return b.program;
}

/// The place of a barrier rotates in one step and is fixed in another: where they meet depends on the trips.
inline WaveProgram barrier_turns_unevenly() {
  ProgramBuilder b;
  const int turning = b.phase_barrier("turning", PhaseBarrierKind::mbarrier, 2, 1);
  b.program.min_trips = 1;
  b.role("sender");
  b.epilogue(fetch(0, 0).in(Counter::bytes).at(turning, 1, 1, 16));
  b.role("receiver");
  b.epilogue(arrive().at(turning, 0, 0, 16));
  b.epilogue(await().at(turning, 1, 1, 0, 1));
  return b.program;
}

/// The awaited parity is that of the phase before the first, or of one that is complete by then.
inline WaveProgram await_of_an_older_phase() {
  ProgramBuilder b;
  const int barrier = b.phase_barrier("barrier", PhaseBarrierKind::mbarrier, 1, 1);
  const int waiter = b.role("waiter");
  const int arriver = b.role("arriver");
  b.put(waiter, Section::epilogue, await().at(barrier, 0, 1));
  b.put(arriver, Section::kernel, arrive().at(barrier));
  b.put(arriver, Section::epilogue, arrive().at(barrier, 0, 0, 16));
  b.put(arriver, Section::epilogue, fetch(0, 0).in(Counter::bytes).at(barrier, 0, 0, 16));
  return b.program;
}

/// A load that a write overlaps, trip after trip, and that an asynchronous arrival signals.
inline WaveProgram overlapped_and_told_of() {
  ProgramBuilder b;
  const int own = b.buffer("own", Space::registers);
  const int told = b.phase_barrier("told", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("all");
  b.kernel(fetch(0, 0).in(Counter::copy).write(own));
  b.kernel(fetch(0, 0).write(own));
  b.kernel(arrive().in(Counter::copy).at(told));
  b.epilogue(wait(Counter::copy, 0));
  return b.program;
}

/// A bulk load is read and loaded again without a wait, in one run after another.
inline WaveProgram bulk_loads_of_later_runs() {
  ProgramBuilder b = one_tile_per_trip();
  const auto [x, own] = x_and_own(b);
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 2, 1);
  b.program.persistent = true;
  b.role("one");
  b.kernel(arrive().at(full, 0, 0, 16));
  b.kernel(fetch(0, 0).in(Counter::bytes).write(x).at(full, 0, 0, 16));
  b.kernel(wait(Counter::lgkm, 1));
  b.kernel(await().at(full, 0, 2));
  b.epilogue(move().in(Counter::lgkm).read(x).write(own));
  b.role("two");
  return b.program;
}

/// The content moved to a register is unknown, and has another rate than the content consumed there. It is overwritten
/// before it is consumed.
inline WaveProgram undecided_and_never_used() {
  ProgramBuilder b = one_tile_per_trip();
  const int x = b.buffer("x", Space::shared);
  const int other = b.buffer("other", Space::registers);
  const int own = b.buffer("own", Space::registers);
  b.role("all");
  b.kernel(wait(Counter::vm, 0));
  b.kernel(fetch(0, 2).write(own));
  b.kernel(work(0, 2).read(own));
  b.kernel(fetch(0, 0).in(Counter::vm).write(x));
  b.kernel(fetch(0, 1).write(other));
  b.kernel(move().read(other).read(x).write(own));
  return b.program;
}

}  // namespace detail

inline std::vector<HoleProgram> programs() {
  using namespace detail;
  const Verdict proven = Verdict::proven;
  const Verdict race = Verdict::race;
  const Verdict invalid = Verdict::invalid;
  return {
      {"versions below zero", versions_below_zero(Below::of_one_role, false), race},
      {"versions below zero, at two rates", versions_below_zero(Below::at_two_rates, false), race},
      {"versions below zero, of a late role", versions_below_zero(Below::of_a_late_role, false), race},
      {"versions below zero, of an accumulator", versions_below_zero(Below::of_an_accumulator, false), race},
      {"versions below zero in later runs", versions_below_zero(Below::of_one_role, true), race},
      {"versions below zero in later runs, of a late role", versions_below_zero(Below::of_a_late_role, true), race},
      {"rates that meet, fetched", rates_that_meet(Meeting::fetched, false), race},
      {"rates that meet, computed", rates_that_meet(Meeting::computed, false), race},
      {"rates that meet, moved", rates_that_meet(Meeting::moved, false), race},
      {"rates that meet, moved from two places", rates_that_meet(Meeting::moved_from_two, false), race},
      {"rates that meet in the epilogue", rates_that_meet(Meeting::in_epilogue, false), race},
      {"rates that meet in later runs", rates_that_meet(Meeting::fetched, true), race},
      {"rates that meet in the epilogue of later runs", rates_that_meet(Meeting::in_epilogue, true), race},
      {"two reads moved on", reads_moved_on(true), race},
      {"a place read twice and moved on", reads_moved_on(false), race},
      {"32 rates", many_rates(32), proven},
      {"33 rates", many_rates(33), invalid},
      {"rates apart, fetched", rates_apart(0), race},
      {"rates apart, computed", rates_apart(1), race},
      {"rates apart, moved", rates_apart(2), race},
      {"rates apart, moved from two places", rates_apart(3), race},
      {"rates apart in later runs, fetched", rates_apart_in_later_runs(0), race},
      {"rates apart in later runs, computed", rates_apart_in_later_runs(1), race},
      {"late role at the end", late_role(Late::at_the_end), proven},
      {"late role", late_role(Late::nothing), invalid},
      {"late role waits", late_role(Late::waits), invalid},
      {"late role arrives", late_role(Late::arrives), race},
      {"late role writes", late_role(Late::writes), race},
      {"late role consumes before its trips", late_role(Late::consumes_before), race},
      {"late role writes before its trips", late_role(Late::writes_before), race},
      {"late role moves before its trips", late_role(Late::moves_before), invalid},
      {"many fragments", many_fragments(Fragments::one_read, false), race},
      {"many fragments, in order", many_fragments(Fragments::one_read, true), proven},
      {"many fragments, one read again", many_fragments(Fragments::read_again, false), race},
      {"many fragments, one read again, in order", many_fragments(Fragments::read_again, true), proven},
      {"many fragments, one waited for late", many_fragments(Fragments::waited_for_late, false), race},
      {"overlapped twice", overlapped_twice(), race},
      {"most bytes", most_bytes(), proven},
      {"sender waits", sender_waits(), proven},
      {"asynchronous once", asynchronous_once(), proven},
      {"moved on", moved_on(false), race},
      {"moved on, in order", moved_on(true), proven},
      {"spoilt again", spoilt_again(), race},
      {"let go before meeting", let_go_before_meeting(), proven},
      {"arrivals add up", arrivals_add_up(), race},
      {"in order once", in_order_once(), race},
      {"write of some waves", write_of_some_waves(), proven},
      {"right in the first run, in its prologue", right_in_the_first_run(RightOnce::in_the_prologue), invalid},
      {"right in the first run, in its first trip", right_in_the_first_run(RightOnce::in_the_kernel), invalid},
      {"fewer trips", fewer_trips(), race},
      {"first trip of another rate", first_trip_of_another_rate(), proven},
      {"load names an accumulator", load_names_an_accumulator(), proven},
      {"read in two counters", read_in_two_counters(), race},
      {"barrier turns unevenly", barrier_turns_unevenly(), race},
      {"await of an older phase", await_of_an_older_phase(), race},
      {"overlapped and told of", overlapped_and_told_of(), proven},
      {"bulk loads of later runs", bulk_loads_of_later_runs(), race},
      {"undecided and never used", undecided_and_never_used(), proven},
  };
}

}  // namespace stretto::holes
