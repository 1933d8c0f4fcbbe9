// Like verifier_hole_programs.hpp, for conditions that matter only with latency bounds: programs that rely on them, and
// races in spite of them.
#pragma once

#include "verifier_hole_programs.hpp"

namespace stretto::holes {

inline constexpr LatencyBounds latencies{
    .global_min = 400, .read_max = 35, .read_cycles = 4, .issue_max = 3, .compute_max = 20};

namespace detail {

/// A buffer that two trips or more read, the results of two of them, and both combined.
struct JoinedTrips {
  int x;
  int own;
  int joined;
};
inline JoinedTrips joined_trips(ProgramBuilder& b, int min_trips = 2) {
  b.program.min_trips = min_trips;
  return {b.buffer("x", Space::shared), b.buffer("own", Space::registers, 2), b.buffer("joined", Space::registers)};
}

/// x is read into a register of two slots while its next version is loaded, and the results of two trips are combined
/// at the end: two conflicts of the same steps. The one of the older trip is a race.
inline WaveProgram two_trips_joined() {
  ProgramBuilder b = one_tile_per_trip();
  const auto [x, own, joined] = joined_trips(b);
  b.role("all");
  b.kernel(fetch(1, 1).in(Counter::vm).write(x));
  b.kernel(move().read(x).write(own, 0, 1));
  b.kernel(wait(Counter::vm, 0));
  b.kernel(barrier());
  b.epilogue(move().read(own, 1, 1).read(own, 0, 1).write(joined));
  b.epilogue(work(-1, 1).read(joined));
  return b.program;
}

/// The same, with the reads in another role and complete only a trip later.
inline WaveProgram two_trips_joined_by_another() {
  ProgramBuilder b = one_tile_per_trip();
  const auto [x, own, joined] = joined_trips(b, 3);
  b.role("loader");
  b.kernel(fetch(1, 1).in(Counter::vm).write(x));
  b.kernel(wait(Counter::vm, 0));
  b.kernel(barrier());
  b.role("reader");
  b.kernel(move().in(Counter::lgkm).read(x).write(own, 0, 1));
  b.kernel(wait(Counter::lgkm, 1));
  b.kernel(barrier());
  b.epilogue(wait(Counter::lgkm, 0));
  b.epilogue(move().read(own, 0, 1).read(own).write(joined));
  b.epilogue(work(-2, 1).read(joined));
  return b.program;
}

/// The same, with one version in all trips. In the first trip so many reads are pending that there is no margin.
inline WaveProgram first_trip_without_margin() {
  ProgramBuilder b;
  const auto [x, own, joined] = joined_trips(b);
  const int other = b.buffer("other", Space::shared);
  const int unread = b.buffer("unread", Space::registers);
  b.program.tiles_per_trip = 0;
  b.role("all", 16);
  b.prologue(fetch(0, 0).write(other));
  b.prologue(barrier());
  b.prologue(move().in(Counter::lgkm, 10).read(other).write(unread));
  b.kernel(fetch(0, 0).write(x));
  b.kernel(barrier());
  b.kernel(fetch(1, 0).in(Counter::vm).write(x));
  b.kernel(move().read(x).write(own, 0, 1));
  b.kernel(wait(Counter::vm, 0));
  b.kernel(wait(Counter::lgkm, 0));
  b.kernel(barrier());
  b.epilogue(move().read(own, 1, 1).read(own, 0, 1).write(joined));
  b.epilogue(work(0, 0).read(joined));
  return b.program;
}

/// A read stays in flight for two trips. The loads that may overtake it write other versions in the first trip; in the
/// second, one writes the expected version, which the read must not get from it.
inline WaveProgram overtaken_by_the_version_due() {
  ProgramBuilder b = one_tile_per_trip();
  const int x = b.buffer("x", Space::shared);
  const int own = b.buffer("own", Space::registers, 3);
  const int loader = b.role("loader");
  const int reader = b.role("reader");
  const auto kernel = [&](int role, const BuiltStep& step) { b.put(role, Section::kernel, step); };
  kernel(loader, fetch(0, 1).in(Counter::vm).write(x));
  kernel(loader, wait(Counter::vm, 0));
  for (const int role : {loader, reader}) kernel(role, barrier());
  kernel(reader, move().in(Counter::lgkm).read(x).write(own, 0, 1));
  for (const int role : {loader, reader}) kernel(role, barrier());
  kernel(loader, fetch(-1, 1).in(Counter::vm).write(x));
  kernel(loader, wait(Counter::vm, 0));
  kernel(reader, wait(Counter::lgkm, 2));
  kernel(reader, work(-2, 1).read(own, 1, 1));
  return b.program;
}

/// In later runs a read of the previous run is in flight when x is loaded again, and completes too late.
inline WaveProgram read_of_the_run_before() {
  ProgramBuilder b = one_tile_per_trip();
  const auto [x, own] = x_and_own(b);
  const int moved = b.buffer("moved", Space::registers);
  b.program.persistent = true;
  b.role("loader");
  b.prologue(fetch(0, 1).write(x));
  b.prologue(barrier());
  b.kernel(fetch(1, 1).in(Counter::vm).write(x));
  b.kernel(wait(Counter::vm, 0));
  b.kernel(barrier());
  b.kernel(move().in(Counter::lgkm).read(x).write(own));
  b.role("reader");
  b.prologue(barrier());
  b.kernel(move().read(x).write(own));
  b.kernel(move().read(own).write(moved));
  b.kernel(work(0, 1).read(moved));
  b.kernel(barrier());
  return b.program;
}

/// A read relies on latency; another one, whose result is unused, may find unknown content.
inline WaveProgram undecided_below_a_margin() {
  ProgramBuilder b = one_tile_per_trip();
  const auto [x, own] = x_and_own(b);
  const int from = b.buffer("from", Space::shared);
  const int y = b.buffer("y", Space::shared);
  const int unused = b.buffer("unused", Space::registers);
  b.role("all", 2);
  b.prologue(fetch(0, 1).write(x));
  b.prologue(barrier());
  b.kernel(fetch(1, 1).in(Counter::vm).write(x));
  b.kernel(move().read(x).write(own));
  b.kernel(work(0, 1).read(own));
  b.kernel(fetch(0, 1).in(Counter::vm).write(from));
  b.kernel(move().read(from).write(y));
  b.kernel(fetch(0, 1).in(Counter::vm).write(y));
  b.kernel(move().read(y).write(unused));
  b.kernel(wait(Counter::vm, 0));
  b.kernel(barrier());
  return b.program;
}

}  // namespace detail

/// With the latencies above.
inline std::vector<HoleProgram> programs_with_latencies() {
  using namespace detail;
  return {
      {"two trips joined", two_trips_joined(), Verdict::race},
      {"two trips joined by another", two_trips_joined_by_another(), Verdict::race},
      {"first trip without margin", first_trip_without_margin(), Verdict::race},
      {"overtaken by the version due", overtaken_by_the_version_due(), Verdict::race},
      {"read of the run before", read_of_the_run_before(), Verdict::race},
      {"undecided below a margin", undecided_below_a_margin(), Verdict::relies_on_latency},
  };
}

}  // namespace stretto::holes
