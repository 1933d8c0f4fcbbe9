// Wrong programs that the verifier or a draft of it once called proven, each reduced to the essentials, with close
// variants; and correct ones that it rejected. Both checkers must agree with today's verdict.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include <stretto/verify/verify.hpp>

#include "program_builder.hpp"
#include "run_lengths.hpp"

namespace stretto::study {
namespace {

constexpr long states = 200'000;

struct Case {
  const char* name;
  WaveProgram (*program)();
};

/// Registers 0 and 1, shared memory 2 and 3, tensor memory 4.
struct Places : ProgramBuilder {
  Places() {
    buffer("r", Space::registers);
    buffer("q", Space::registers);
    buffer("x", Space::shared);
    buffer("y", Space::shared);
    buffer("t", Space::tensor);
  }
};
constexpr int r = 0;
constexpr int q = 1;
constexpr int x = 2;
constexpr int y = 3;
constexpr int t = 4;

WaveProgram load_and_two_writes(int place) {
  Places b;
  b.role("one");
  b.prologue(fetch(0, 0).in(Counter::vm).write(place), work(1, 0).write(place), work(2, 0).write(place),
             work(2, 0).read(place));
  return b.program;
}
WaveProgram second_write_forgets_the_load() { return load_and_two_writes(x); }
WaveProgram second_write_forgets_the_load_in_registers() { return load_and_two_writes(r); }
WaveProgram dropped_prefetch_before_a_loop() {
  Places b;
  b.program.tiles_per_trip = 1;
  b.role("one");
  b.prologue(fetch(7, 0).in(Counter::vm).write(x), fetch(8, 0).write(x));
  b.kernel(fetch(0, 1).write(x), consume(0).read(x));
  return b.program;
}
WaveProgram own_wait_tells_nothing_of_other_waves() {
  Places b;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 2);
  b.role("both", 2);
  b.prologue(fetch(0, 0).in(Counter::copy).write(x), arrive().in(Counter::copy).at(full), wait(Counter::copy, 0),
             work(0, 0).read(x));
  return b.program;
}
/// The move's source is overwritten before the wait for the move; then its result is read.
WaveProgram source_overwritten(int source, const BuiltStep& moves, int result) {
  Places b;
  b.role("one");
  b.prologue(fetch(0, 0).write(source), moves, fetch(1, 0).write(source), wait(moves.step.counter, 0),
             work(0, 0).read(result));
  return b.program;
}
WaveProgram move_to_two_registers() {
  return source_overwritten(x, move().in(Counter::lgkm).read(x).write(r).write(q), r);
}
WaveProgram move_to_a_register_and_to_memory() {
  return source_overwritten(x, move().in(Counter::lgkm).read(x).write(r).write(y), y);
}
WaveProgram move_in_the_mma_counter() { return source_overwritten(r, move().in(Counter::mma).read(r).write(q), q); }
WaveProgram named_barriers_do_not_drain() {
  Places b;
  b.program.barriers = BarrierKind::draining;
  const int named = b.phase_barrier("named", PhaseBarrierKind::named, 1, 1);
  b.role("one");
  b.prologue(fetch(0, 0).write(x), move().in(Counter::lgkm).read(x).write(r), barrier().at(named), work(0, 0).read(r));
  return b.program;
}
WaveProgram one_of_two_parts_is_initial() {
  Places b;
  b.role("one");
  b.prologue(fetch(3, 0).write(x), barrier());
  b.role("two");
  b.prologue(barrier(), work(0, 0).read(x, 0, 0, -1));
  b.epilogue(fetch(3, 0).write(x));
  return b.program;
}
WaveProgram waves_read_and_write_in_one_step() {
  Places b;
  b.role("both", 2);
  b.prologue(fetch(0, 0).write(x), barrier(), work(0, 0).read(x).write(x, 0, 0, 1));
  return b.program;
}
WaveProgram waves_accumulate_in_one_place() {
  Places b;
  b.program.limits.tensor_bytes = 1 << 20;
  const int done = b.phase_barrier("done", PhaseBarrierKind::mbarrier, 1, 2);
  b.role("both", 2);
  b.prologue(work(0, 0).in(Counter::tensor).read(t, 0, 0, -1).write(t),
             work(1, 0).in(Counter::tensor).read(t, 0, 0, -1).write(t), arrive().in(Counter::tensor).at(done),
             await().at(done));
  return b.program;
}
WaveProgram accumulation_is_overwritten() {
  Places b;
  b.role("one");
  b.prologue(work(0, 0).in(Counter::mma).read(r, 0, 0, -1).write(r), fetch(5, 0).write(r), wait(Counter::mma, 0));
  return b.program;
}
WaveProgram dead_read_of_an_operand_that_stays() {
  // Each trip reads the operand for the next one, so the last read is dead. The writer is signalled one trip too early.
  Places b;
  b.program.tiles_per_trip = 1;
  b.program.min_trips = 1;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 1);
  const int ready = b.phase_barrier("ready", PhaseBarrierKind::mbarrier, 1, 1);
  const int free = b.phase_barrier("free", PhaseBarrierKind::mbarrier, 8, 1);
  b.role("reader");
  b.prologue(await().at(full), move().in(Counter::lgkm).read(x).write(r), wait(Counter::lgkm, 0), arrive().at(ready));
  b.kernel(wait(Counter::lgkm, 0), work(0, 0).read(r), consume(0), arrive().at(free, 0, 1),
           move().in(Counter::lgkm).read(x).write(r));
  b.role("writer", 1, -1);
  b.prologue(fetch(0, 0).write(x), arrive().at(full), await().at(ready));
  b.kernel(await().at(free, 0, 1));
  b.epilogue(fetch(9, 0).write(x));
  return b.program;
}
WaveProgram arrival_behind_an_open_group() {
  Places b;
  const int done = b.phase_barrier("done", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("one");
  b.prologue(work(0, 0).in(Counter::mma, 0), arrive().in(Counter::mma).at(done), await().at(done));
  return b.program;
}
WaveProgram versions_at_two_rates() {
  // In trip 0 version 0 is expected and present; in trip 1 version 2 is expected, but 1 is present.
  Places b;
  b.program.tiles_per_trip = 1;
  b.role("one");
  b.prologue(fetch(5, 0).write(r), fetch(5, 0).write(r));
  b.kernel(fetch(0, 1).write(r), work(0, 2).read(r), fetch(5, 0).write(r), fetch(5, 0).write(r));
  return b.program;
}
WaveProgram fragment_of_the_run_before() {
  // The second run consumes a value that the first run read; its source was overwritten in between.
  Places b;
  b.program.tiles_per_trip = 1;
  b.program.persistent = true;
  b.role("one");
  b.prologue(work(0, 0).read(r, 0, 0, -1), fetch(-1, 0).write(x));
  b.epilogue(move().in(Counter::lgkm).read(x).write(r), fetch(3, 0).write(x), wait(Counter::lgkm, 0));
  return b.program;
}
WaveProgram role_that_is_blocked_ahead() {
  // Right for runs of one trip each, wrong when a run of two trips is followed by another run.
  Places b;
  b.program.tiles_per_trip = 1;
  b.program.persistent = true;
  b.program.min_trips = 1;
  b.role("ahead", 1, 3);
  b.prologue(work(-1, 1).read(r), fetch(0, 1).write(r));
  b.kernel(barrier());
  b.role("other");
  b.prologue(barrier(), barrier());
  b.kernel(barrier());
  b.epilogue(barrier());
  return b.program;
}
WaveProgram content_at_another_rate_for_the_epilogue() {
  Places b;
  b.role("one");
  b.prologue(fetch(0, 0).write(r));
  b.kernel(fetch(0, 1).write(r));
  b.epilogue(work(0, 0).read(r));
  return b.program;
}
WaveProgram content_at_another_rate_for_the_next_trip() {
  Places b;
  b.role("one");
  b.prologue(fetch(0, 0).write(r));
  b.kernel(work(0, 0).read(r), fetch(0, 1).write(r));
  return b.program;
}
WaveProgram named_barrier_goes_on_without_a_waiter() {
  // The second role can complete a phase alone, and the first may then observe that phase.
  Places b;
  const int turn = b.phase_barrier("turn", PhaseBarrierKind::named, 1, 2);
  b.role("one");
  b.kernel(barrier().at(turn));
  b.role("two");
  b.kernel(barrier().at(turn), arrive().at(turn), barrier().at(turn));
  return b.program;
}
WaveProgram loop_of_an_role_that_waits_before_it() {
  // Nothing reads what the loop writes, except a read still in flight from before the loop.
  Places b;
  b.role("one");
  b.prologue(work(-1, 0).in(Counter::copy).read(x), barrier());
  b.kernel(fetch(0, 0).write(x));
  b.epilogue(wait(Counter::copy, 0));
  b.role("two");
  b.epilogue(barrier());
  return b.program;
}
WaveProgram version_below_zero_in_the_first_trip() {
  Places b;
  b.program.tiles = 1;
  b.buffer("ring", Space::shared, 2);
  const int ring = b.program.buffers.size() - 1;
  b.role("one");
  b.epilogue(work(0, 1).read(ring, 0, 1, -1));
  b.role("three", 1, 3);
  b.epilogue(consume(0).read(ring, 0, 1, -1).write(ring, 0, 1));
  return b.program;
}
/// The interlock of the first trip completes the prologue's read; no later interlock does.
WaveProgram interlock_of_the_first_trip() {
  Places b;
  b.program.registers = RegisterReading::interlocked;
  b.role("one");
  b.prologue(work(-1, 0).in(Counter::vm).read(x).write(r));
  b.kernel(fetch(0, 1).write(x).write(r), work(0, 1).in(Counter::vm).read(x));
  return b.program;
}
WaveProgram only_one_wave_reads() {
  Places b;
  b.role("both", 2);
  b.prologue(fetch(0, 0).write(q), move().read(q, 0, 0, 0, 0, 1).write(r), work(0, 0).read(r));
  return b.program;
}
WaveProgram interlock_of_one_wave() {
  Places b;
  b.program.registers = RegisterReading::interlocked;
  b.role("both", 2);
  b.prologue(fetch(0, 0).in(Counter::vm).write(x), fetch(0, 0).in(Counter::vm).write(r),
             work(0, 0).read(r, 0, 0, 0, 0, 1), barrier(), work(0, 0).read(x));
  return b.program;
}
WaveProgram load_left_behind() {
  Places b;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 2, 1);
  b.role("producer");
  b.prologue(arrive().at(full, 0, 0, 8), fetch(0, 0).in(Counter::bytes).at(full, 0, 0, 8));
  b.epilogue(arrive().at(full, 1, 0, 8), fetch(0, 0).in(Counter::bytes).at(full, 1, 0, 8));
  b.role("consumer");
  b.epilogue(await().at(full));
  return b.program;
}
/// Nobody waits at the barrier, so the arrivals of the loop may complete its phases before the asynchronous one comes.
WaveProgram arrival_at_a_barrier_that_nobody_awaits() {
  Places b;
  b.program.min_trips = 2;
  const int left = b.phase_barrier("left", PhaseBarrierKind::mbarrier, 1, 2);
  b.program.phase_barriers[left].workgroup = 1;
  b.role("one");
  b.prologue(arrive().in(Counter::vm).at(left));
  b.role("two", 1, 1);
  b.program.roles[1].workgroup = 1;
  b.kernel(arrive().at(left));
  return b.program;
}
WaveProgram bytes_in_excess() {
  Places b;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("one");
  b.prologue(arrive().at(full, 0, 0, 8), fetch(0, 0).in(Counter::bytes).at(full, 0, 0, 16));
  return b.program;
}
WaveProgram more_bytes_than_a_barrier_counts() {
  Places b;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 2);
  b.role("both", 2);
  b.prologue(arrive().at(full, 0, 0, 600'000), fetch(0, 0).in(Counter::bytes).at(full, 0, 0, 600'000),
             await().at(full));
  return b.program;
}
WaveProgram later_read_writes_what_both_read() {
  Places b;
  b.role("one");
  b.prologue(fetch(2, 0).write(x), work(2, 0).in(Counter::lgkm).read(x), work(2, 0).in(Counter::lgkm).read(x).write(x));
  return b.program;
}

WaveProgram tensor_operation_that_only_another_workgroup_waits_for() {
  Places b;
  const int tile = b.buffer("tile", Space::shared);
  const int done = b.phase_barrier("done", PhaseBarrierKind::mbarrier, 1, 1);
  b.program.phase_barriers[done].workgroup = 1;
  b.role("issuer");
  b.prologue(fetch(0, 0).write(tile), fence(), work(0, 0).in(Counter::tensor).read(tile),
             arrive().in(Counter::tensor).at(done));
  b.role("reader");
  b.program.roles[1].workgroup = 1;
  b.prologue(await().at(done));
  return b.program;
}

WaveProgram register_that_only_another_name_writes() {
  Places b;
  const int a = b.buffer("a", Space::registers);
  const int value = b.buffer("value", Space::registers);
  for (const int buffer : {a, value}) {
    b.program.buffers[buffer].bytes = 16;
    b.program.buffers[buffer].offset = 0;
  }
  b.role("one");
  b.kernel(work(0, 0).read(a, 0, 0, -1).write(value));
  return b.program;
}

/// A write without a wgmma.fence and a write by wgmma, to registers that do not overlap. Both also write a third place,
/// which overlaps both.
WaveProgram wgmma_where_a_third_place_needs_its_fence() {
  ProgramBuilder b;
  const int a = b.buffer("a", Space::registers, 1, 2);
  const int c = b.buffer("c", Space::registers, 1);
  b.program.buffers[a].bytes = b.program.buffers[c].bytes = 16;
  b.program.buffers[a].offset = 0;
  b.program.buffers[c].offset = 8;
  b.role("one", 1);
  b.prologue(move().read(c), fetch(0, 0).write(a, 0, 0, 0, 1), fetch(0, 0).in(Counter::mma).write(a));
  b.epilogue(wait(Counter::mma, 0));
  return b.program;
}
/// The same, where a buffer's other slot joins the two.
WaveProgram wgmma_where_another_slot_needs_its_fence() {
  ProgramBuilder b;
  const int a = b.buffer("a", Space::registers, 2);
  const int first = b.buffer("first", Space::registers, 1);
  const int second = b.buffer("second", Space::registers, 1);
  for (const int buffer : {a, first, second}) b.program.buffers[buffer].bytes = 16;
  b.program.buffers[a].offset = 0;
  b.program.buffers[first].offset = 8;
  b.program.buffers[second].offset = 24;
  b.role("one", 1);
  b.prologue(work(0, 0).write(second), fetch(0, 0).in(Counter::mma).write(first));
  b.epilogue(move().read(a, 0, 1), wait(Counter::mma, 0));
  return b.program;
}

class OnceProven : public testing::TestWithParam<Case> {};

TEST_P(OnceProven, IsRejected) {
  const WaveProgram program = GetParam().program();
  const Verification found = verify(program);
  EXPECT_EQ(found.verdict, Verdict::race) << name(found.verdict) << " " << static_cast<int>(found.invalid.rule);
  const Truth truth = interpreted(program, Reach::usual, states);
  ASSERT_TRUE(truth.wrong) << truth.what;
  EXPECT_TRUE(model_checked(program, truth.trips, states).wrong) << truth.what;
}

#define CASE(function) \
  Case { #function, function }
INSTANTIATE_TEST_SUITE_P(
    All, OnceProven,
    testing::Values(
        CASE(second_write_forgets_the_load), CASE(second_write_forgets_the_load_in_registers),
        CASE(tensor_operation_that_only_another_workgroup_waits_for), CASE(register_that_only_another_name_writes),
        CASE(dropped_prefetch_before_a_loop), CASE(own_wait_tells_nothing_of_other_waves), CASE(move_to_two_registers),
        CASE(move_to_a_register_and_to_memory), CASE(named_barriers_do_not_drain), CASE(one_of_two_parts_is_initial),
        CASE(move_in_the_mma_counter), CASE(waves_read_and_write_in_one_step), CASE(waves_accumulate_in_one_place),
        CASE(accumulation_is_overwritten), CASE(dead_read_of_an_operand_that_stays), CASE(arrival_behind_an_open_group),
        CASE(role_that_is_blocked_ahead), CASE(versions_at_two_rates), CASE(version_below_zero_in_the_first_trip),
        CASE(loop_of_an_role_that_waits_before_it), CASE(content_at_another_rate_for_the_epilogue),
        CASE(content_at_another_rate_for_the_next_trip), CASE(named_barrier_goes_on_without_a_waiter),
        CASE(fragment_of_the_run_before), CASE(only_one_wave_reads), CASE(interlock_of_one_wave),
        CASE(interlock_of_the_first_trip), CASE(load_left_behind), CASE(arrival_at_a_barrier_that_nobody_awaits),
        CASE(bytes_in_excess), CASE(more_bytes_than_a_barrier_counts), CASE(later_read_writes_what_both_read),
        CASE(wgmma_where_a_third_place_needs_its_fence), CASE(wgmma_where_another_slot_needs_its_fence)),
    [](const auto& chosen) { return std::string(chosen.param.name); });

WaveProgram move_of_what_is_never_used() {
  Places b;
  b.role("one");
  b.prologue(fetch(0, 0).in(Counter::vm).write(r), move().read(r).write(x), move().read(q).write(y));
  return b.program;
}
WaveProgram sole_arrival_of_each_phase() {
  Places b;
  const int turn = b.phase_barrier("turn", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("one");
  b.kernel(arrive().at(turn), arrive().at(turn), await().at(turn, 0, 0, 0, 1));
  return b.program;
}
WaveProgram await_between_arrival_and_load() {
  Places b;
  const int full = b.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, 1);
  b.role("one");
  b.prologue(arrive().at(full, 0, 0, 8), await().at(full, 0, 0, 0, 1), fetch(0, 0).in(Counter::bytes).at(full, 0, 0, 8),
             await().at(full));
  return b.program;
}
WaveProgram groups_that_only_the_end_waits_for() {
  Places b;
  b.role("one");
  b.kernel(move().in(Counter::copy));
  b.epilogue(wait(Counter::copy, 0));
  return b.program;
}

WaveProgram fence_behind_an_mma_in_flight() {
  Places b;
  const int a = b.buffer("a", Space::registers);
  b.role("one");
  b.kernel(fence(Counter::mma), fetch(0, 0).in(Counter::mma).write(a), fetch(0, 0).write(a));
  b.epilogue(wait(Counter::mma, 0));
  return b.program;
}

class OnceRejected : public testing::TestWithParam<Case> {};

TEST_P(OnceRejected, IsProven) {
  const WaveProgram program = GetParam().program();
  EXPECT_EQ(verify(program).verdict, Verdict::proven);
  const Truth truth = interpreted(program, Reach::usual, states);
  EXPECT_FALSE(truth.wrong || truth.undecided || truth.refused) << truth.what;
}
INSTANTIATE_TEST_SUITE_P(All, OnceRejected,
                         testing::Values(CASE(move_of_what_is_never_used), CASE(sole_arrival_of_each_phase),
                                         CASE(await_between_arrival_and_load), CASE(groups_that_only_the_end_waits_for),
                                         CASE(fence_behind_an_mma_in_flight)),
                         [](const auto& chosen) { return std::string(chosen.param.name); });
#undef CASE

TEST(OnceEndless, FewerTripsThanTheCount) {
  ProgramBuilder b;
  b.program.min_trips = 1;
  b.role("one", 1, -1);
  b.kernel(nothing());
  EXPECT_EQ(verify(b.program).verdict, Verdict::proven);
}

TEST(OnceEndless, PersistentProgramsThatDoNotRepeatEndSoon) {
  // Loads that nobody waits for, into rings of different lengths: the states at the ends of runs take long to repeat.
  ProgramBuilder b;
  b.program.tiles_per_trip = 1;
  b.program.persistent = true;
  b.program.registers = RegisterReading::interlocked;
  b.buffer("x", Space::shared, 3);
  b.buffer("y", Space::shared, 7);
  b.role("one", 1, 1);
  b.prologue(fetch(0, 1).in(Counter::vm).write(0, 0, 1));
  b.kernel(fetch(0, 2).in(Counter::vm).write(1, 0, 2));
  b.kernel(fetch(0, 2).in(Counter::lgkm).write(0, 0, 2));
  b.epilogue(move().in(Counter::vm).read(1, 0, 1).write(0, 1, 1));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(verify(b.program).invalid.rule, Rule::too_many_starts);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace stretto::study
