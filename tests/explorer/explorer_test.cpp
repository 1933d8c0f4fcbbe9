// Programs with known answers.
#include "explorer.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "program_writer.hpp"

namespace stretto::explorer {
namespace {

constexpr std::size_t limit = 1'000'000;

/// A loop that fetches a tile ahead. Each test removes, adds or moves something.
struct Ring {
  int waves = 2;
  int slots = 2;
  int weight = 1;
  bool wait_for_fetch = true;
  bool wait_in_kernel = true;        // for the fetch
  bool barrier_before_wait = false;  // instead of after it
  bool flow_barrier = true;          // between the fetch and the reads
  bool anti_barrier = true;          // between the reads and the next fetch
  bool wait_for_move = true;
  int pending = 1;        // fetches that may be pending in the kernel
  int slot_of_fetch = 1;  // in trip 0; the right one is 1
  int capacity = 63;
  RegisterReading registers = RegisterReading::explicit_waits;

  [[nodiscard]] WaveProgram program() const {
    ProgramWriter writer;
    const int shared = writer.shared(slots);
    const int own = writer.registers(1);
    const int all = writer.role(waves);
    writer.takes(1);
    writer.program.limits.vm_capacity = capacity;
    writer.program.registers = registers;
    const auto take = [&](Section section, int may_be_pending) {
      if (flow_barrier && barrier_before_wait) writer.put(all, section, barrier());
      if (wait_for_fetch && (wait_in_kernel || section != Section::kernel))
        writer.put(all, section, wait(Counter::vm, may_be_pending));
      if (flow_barrier && !barrier_before_wait) writer.put(all, section, barrier());
      writer.put(all, section, move({shared, 0, 1, 0}, {own, 0, 0, 0}));
      if (wait_for_move) writer.put(all, section, wait(Counter::lgkm, 0));
      writer.put(all, section, consume(0, {{own, 0, 0, 0}}));
    };
    writer.put(all, Section::prologue, fetch(0, 0, {shared, 0, 0, 0}, weight));
    writer.put(all, Section::kernel, fetch(1, 1, {shared, slot_of_fetch % slots, 1, 0}, weight));
    take(Section::kernel, pending * weight);
    if (anti_barrier) writer.put(all, Section::kernel, barrier());
    take(Section::epilogue, 0);
    return writer.program;
  }
};

Outcome outcome(const WaveProgram& program, int trips) {
  const Exploration any_time = explore(program, trips, limit);
  const Exploration waited_for = explore(program, trips, limit, Landings::when_waited_for);
  EXPECT_EQ(any_time.outcome, waited_for.outcome) << describe(program) << trips << " trips";
  EXPECT_EQ(any_time.steps, waited_for.steps) << describe(program) << trips << " trips";
  EXPECT_GE(any_time.states, waited_for.states);
  return any_time.outcome;
}

Outcome outcome(const Ring& ring, int trips) { return outcome(ring.program(), trips); }

/// A straight line for roles of one wave each; each consumes `tiles` tiles.
struct Line {
  ProgramWriter writer;
  std::vector<int> roles;

  explicit Line(int count, int tiles = 1) {
    for (int i = 0; i < count; ++i) roles.push_back(writer.role(1));
    writer.program.tiles = tiles;
  }
  void put(std::size_t role, const std::vector<StepText>& steps) { writer.put(roles[role], Section::prologue, steps); }
};

TEST(Explorer, CountsTheStatesOfOperationsInFlight) {
  Line one(1, 0);
  const int shared = one.writer.shared(1);
  one.put(0, {fetch(0, 0, {shared})});
  EXPECT_EQ(explore(one.writer.program, 0, limit).states, 3U);  // to come, in flight, landed
  EXPECT_EQ(explore(one.writer.program, 0, limit, Landings::when_waited_for).states, 2U);

  Line heavy(1, 0);
  const int target = heavy.writer.shared(1);
  heavy.put(0, {fetch(0, 0, {target}, 2)});
  EXPECT_EQ(explore(heavy.writer.program, 0, limit).states, 6U);  // landed <= issued <= 2

  Line two(2, 0);
  const int both = two.writer.shared(1);
  for (const std::size_t role : {0U, 1U}) two.put(role, {fetch(0, 0, {both})});
  EXPECT_EQ(explore(two.writer.program, 0, limit).states, 9U);

  Line met(2, 0);
  const int part = met.writer.shared(1);
  for (const std::size_t role : {0U, 1U}) met.put(role, {fetch(0, 0, {part}), wait(Counter::vm, 0), barrier()});
  EXPECT_EQ(explore(met.writer.program, 0, limit).states, 4U * 4U + 1U);
}

TEST(Explorer, ARingThatWaitsAndMeetsIsSafe) {
  for (int trips = 0; trips <= 4; ++trips) {
    EXPECT_EQ(outcome(Ring{}, trips), Outcome::safe) << trips;
    EXPECT_EQ(outcome(Ring{.waves = 1, .flow_barrier = false, .anti_barrier = false}, trips), Outcome::safe) << trips;
    EXPECT_EQ(outcome(Ring{.slots = 3}, trips), Outcome::safe) << trips;
    EXPECT_EQ(outcome(Ring{.weight = 2}, trips), Outcome::safe) << trips;
  }
  EXPECT_EQ(outcome(Ring{.waves = 3}, 2), Outcome::safe);
}

TEST(Explorer, AMissingWaitIsWrong) {
  const Exploration found = explore(Ring{.wait_for_fetch = false}.program(), 0, limit);
  EXPECT_EQ(found.outcome, Outcome::wrong);
  // Both fetch and meet; one moves, waits for the move and consumes.
  EXPECT_EQ(found.steps, 2 + 2 + 3);
  EXPECT_EQ(found.trace.back().kind, Event::Kind::step);
  EXPECT_EQ(found.trace.back().section, Section::epilogue);
  EXPECT_EQ(outcome(Ring{.wait_for_fetch = false}, 1), Outcome::wrong);
  EXPECT_EQ(outcome(Ring{.pending = 2}, 0), Outcome::safe);  // only the kernel's wait is too loose
  EXPECT_EQ(outcome(Ring{.pending = 2}, 1), Outcome::wrong);
  EXPECT_EQ(outcome(Ring{.wait_for_move = false}, 0), Outcome::wrong);
}

TEST(Explorer, AMissingBarrierIsWrong) {
  const Exploration found = explore(Ring{.flow_barrier = false}.program(), 0, limit);
  EXPECT_EQ(found.outcome, Outcome::wrong);
  EXPECT_EQ(found.steps, 5);  // one wave alone, before the other has written its part
  for (const Event& event : found.trace) EXPECT_EQ(event.wave, found.trace[0].wave);
}

TEST(Explorer, AWaitAfterTheBarrierIsWrong) {
  EXPECT_EQ(outcome(Ring{.barrier_before_wait = true}, 0), Outcome::wrong);
  EXPECT_EQ(outcome(Ring{.waves = 1, .barrier_before_wait = true}, 2), Outcome::safe);
}

TEST(Explorer, ReusingASlotNeedsABarrierUntilThereAreEnoughSlots) {
  EXPECT_EQ(outcome(Ring{.anti_barrier = false}, 0), Outcome::safe);
  EXPECT_EQ(outcome(Ring{.anti_barrier = false}, 1), Outcome::safe);
  EXPECT_EQ(outcome(Ring{.anti_barrier = false}, 2), Outcome::wrong);
  for (int trips = 0; trips <= 4; ++trips)
    EXPECT_EQ(outcome(Ring{.slots = 3, .anti_barrier = false}, trips), Outcome::safe);
  EXPECT_EQ(explore_small_trips(Ring{.anti_barrier = false}.program(), 3, limit).trips, 2);
  EXPECT_EQ(outcome_for_all_small_trips(Ring{.anti_barrier = false}.program()), Outcome::wrong);
  EXPECT_EQ(outcome_for_all_small_trips(Ring{.slots = 3, .anti_barrier = false}.program()), Outcome::safe);
}

TEST(Explorer, AWrongSlotIsWrong) {
  EXPECT_EQ(outcome(Ring{.slots = 3, .slot_of_fetch = 2}, 0), Outcome::safe);  // nothing fetched in the kernel
  EXPECT_EQ(outcome(Ring{.slots = 3, .slot_of_fetch = 2}, 1), Outcome::wrong);
  EXPECT_EQ(outcome(Ring{.slots = 1}, 1), Outcome::wrong);
}

TEST(Explorer, ABarrierThatOthersDoNotReachIsADeadlock) {
  WaveProgram program = Ring{.waves = 1, .flow_barrier = false, .anti_barrier = false}.program();
  Line line(2, 0);
  line.put(0, {barrier(), barrier()});
  line.put(1, {barrier()});
  const Exploration found = explore(line.writer.program, 0, limit);
  EXPECT_EQ(found.outcome, Outcome::deadlock);
  EXPECT_EQ(found.steps, 2);
  line.put(1, {barrier()});
  EXPECT_EQ(outcome(line.writer.program, 0), Outcome::safe);
  // A wave alone passes every barrier.
  program.roles[0].steps.epilogue.push_back(barrier().step);
  EXPECT_EQ(outcome(program, 1), Outcome::safe);
}

TEST(Explorer, AFullCounterProvidesTheWait) {
  WaveProgram program = Ring{.wait_in_kernel = false}.program();
  EXPECT_EQ(outcome(program, 0), Outcome::safe);
  EXPECT_EQ(outcome(program, 2), Outcome::wrong);
  program.limits.vm_capacity = 2;
  EXPECT_EQ(outcome(program, 2), Outcome::wrong);
  program.limits.vm_capacity = 1;
  EXPECT_EQ(outcome(program, 2), Outcome::safe);
  program.limits.vm_capacity = 0;
  EXPECT_EQ(outcome(program, 0), Outcome::deadlock);
}

TEST(Explorer, AHeavyStepIsDoneWithItsLastOperation) {
  for (const int count : {0, 1, 2}) {
    Line line(1);
    const int own = line.writer.registers(1);
    line.put(0, {fetch(0, 0, {own}, 2), wait(Counter::vm, count), consume(0, {{own}})});
    EXPECT_EQ(outcome(line.writer.program, 0), count == 0 ? Outcome::safe : Outcome::wrong) << count;
  }
}

TEST(Explorer, ADeadReadHarmsNobody) {
  for (const bool consumed : {false, true}) {
    Line line(1);
    const int shared = line.writer.shared(1);
    const int own = line.writer.registers(2);
    line.put(0, {fetch(0, 0, {shared}), move({shared}, {own, 1}), wait(Counter::vm, 0), move({shared}, {own, 0}),
                 wait(Counter::lgkm, 0), consume(0, {{own, consumed ? 1 : 0}})});
    EXPECT_EQ(outcome(line.writer.program, 0), consumed ? Outcome::wrong : Outcome::safe);
  }
}

TEST(Explorer, AnOverwrittenReadIsWrongOnlyWhileItIsInFlight) {
  for (const bool landed : {false, true}) {
    Line line(1);
    const int shared = line.writer.shared(1);
    const int own = line.writer.registers(1);
    line.put(0, {fetch(0, 0, {shared}), wait(Counter::vm, 0), move({shared}, {own})});
    if (landed) line.put(0, {wait(Counter::lgkm, 0)});
    line.put(0, {fetch(1, 0, {shared}), wait(Counter::lgkm, 0), consume(0, {{own}})});
    EXPECT_EQ(outcome(line.writer.program, 0), landed ? Outcome::safe : Outcome::wrong);
  }
}

TEST(Explorer, AStoreReadsItsRegistersAtIssue) {
  for (const int weight : {1, 2}) {
    for (const bool brought : {false, true}) {
      Line line(1);
      const int shared = line.writer.shared(1);
      const int staging = line.writer.registers(1);
      line.put(0, {fetch(0, 0, {staging})});
      if (brought) line.put(0, {wait(Counter::vm, 0)});
      line.put(0, {move({staging}, {shared}, weight)});
      if (!brought) line.put(0, {wait(Counter::vm, 0)});
      line.put(0, {fetch(1, 0, {staging}), wait(Counter::lgkm, 0), consume(0, {{shared}})});
      EXPECT_EQ(outcome(line.writer.program, 0), brought ? Outcome::safe : Outcome::wrong);
    }
  }
}

TEST(Explorer, OverlappingWritesLeavePoison) {
  const auto write_twice = [](bool apart, bool again) {
    Line line(1);
    const int own = line.writer.registers(1);
    line.put(0, {fetch(0, 0, {own})});
    if (apart) line.put(0, {wait(Counter::vm, 0)});
    line.put(0, {fetch(0, 0, {own}), wait(Counter::vm, 0)});
    if (again) line.put(0, {fetch(0, 0, {own}), wait(Counter::vm, 0)});
    line.put(0, {consume(0, {{own}})});
    return outcome(line.writer.program, 0);
  };
  EXPECT_EQ(write_twice(false, false), Outcome::wrong);
  EXPECT_EQ(write_twice(true, false), Outcome::safe);
  EXPECT_EQ(write_twice(false, true), Outcome::safe);
}

TEST(Explorer, OverlapsCountInAndAcrossCounters) {
  for (const Counter first : {Counter::vm, Counter::lgkm}) {
    for (const Counter second : {Counter::vm, Counter::lgkm, Counter::none}) {
      Line line(1);
      const int own = line.writer.registers(1);
      line.put(0, {fetch(0, 0, {own}, 1, first), fetch(0, 0, {own}, 1, second), wait(Counter::lgkm, 0),
                   wait(Counter::vm, 0), consume(0, {{own}})});
      EXPECT_EQ(outcome(line.writer.program, 0), Outcome::wrong);
    }
  }
}

TEST(Explorer, ASynchronousWriteTakesTime) {
  // The tile is already there, and is written again while another wave may read it.
  for (const bool met : {false, true}) {
    Line line(2);
    const int shared = line.writer.shared(1);
    const int own = line.writer.registers(1);
    const StepText bring = fetch(0, 0, {shared}, 1, Counter::none);
    const StepText keep = fetch(0, 0, {own}, 1, Counter::none);
    line.put(0, {bring, barrier(), bring});
    line.put(1, {barrier()});
    for (const std::size_t role : {0U, 1U}) {
      if (met) line.put(role, {barrier()});
      line.put(role, {keep});
    }
    line.put(0, {consume(0, {{own}})});
    line.put(1, {consume(0, {{shared}})});
    EXPECT_EQ(outcome(line.writer.program, 0), met ? Outcome::safe : Outcome::wrong);
  }
}

TEST(Explorer, AnAsynchronousConsumeHoldsItsSharedOperands) {
  for (const Space space : {Space::shared, Space::registers}) {
    for (const bool waits : {false, true}) {
      Line line(1, 2);
      const int operand = space == Space::shared ? line.writer.shared(1) : line.writer.registers(1);
      line.put(0, {fetch(0, 0, {operand}), wait(Counter::vm, 0), consume(0, {{operand}}, Counter::lgkm)});
      if (waits) line.put(0, {wait(Counter::lgkm, 0)});
      line.put(0, {fetch(1, 0, {operand}), wait(Counter::vm, 0), consume(0, {{operand}}, Counter::lgkm)});
      EXPECT_EQ(outcome(line.writer.program, 0), waits || space == Space::registers ? Outcome::safe : Outcome::wrong);
    }
  }
}

TEST(Explorer, EveryTileOnceInItsTurn) {
  const auto take = [](const std::vector<int>& tiles, int expected) {
    Line line(1, expected);
    const int own = line.writer.registers(1);
    for (const int tile : tiles) line.put(0, {fetch(tile, 0, {own}), wait(Counter::vm, 0), consume(0, {{own}})});
    return outcome(line.writer.program, 0);
  };
  EXPECT_EQ(take({0, 1, 2}, 3), Outcome::safe);
  EXPECT_EQ(take({0, 2, 1}, 3), Outcome::wrong);
  EXPECT_EQ(take({0, 0}, 2), Outcome::wrong);
  EXPECT_EQ(take({0, 1}, 3), Outcome::wrong);
  EXPECT_EQ(take({0, 1}, 1), Outcome::wrong);
  EXPECT_EQ(take({-1}, 1), Outcome::wrong);
}

TEST(Explorer, OperandsComeFromOneTile) {
  for (const int other : {0, 1}) {
    Line line(1);
    const int own = line.writer.registers(1, 2);
    line.put(0, {fetch(0, 0, {own, 0, 0, 0}), fetch(other, 0, {own, 0, 0, 1}), wait(Counter::vm, 0),
                 consume(0, {{own, 0, 0, 0}, {own, 0, 0, 1}})});
    EXPECT_EQ(outcome(line.writer.program, 0), other == 0 ? Outcome::safe : Outcome::wrong);
  }
}

TEST(Explorer, ARoleIsHeldToTheAccumulatorsItNames) {
  Line line(2);
  const int shared = line.writer.shared(1);
  line.put(0, {fetch(0, 0, {shared}), wait(Counter::vm, 0), barrier()});
  line.put(1, {barrier(), consume(0, {{shared}})});
  EXPECT_EQ(outcome(line.writer.program, 0), Outcome::safe);
  line.writer.program.accumulators = 2;  // and nothing accumulates into the second
  EXPECT_EQ(outcome(line.writer.program, 0), Outcome::wrong);
}

TEST(Explorer, AReadCanBelongToSomeWaves) {
  for (const bool everybody : {false, true}) {
    ProgramWriter writer;
    const int shared = writer.shared(1, 2);
    const int own = writer.registers(1);
    const int producer = writer.role(1);
    const int consumers = writer.role(2);
    writer.program.tiles = 1;
    // Only subtile 0 is there in time. Wave 2 does not read it, and its own subtile arrives later.
    writer.put(producer, Section::prologue,
               {fetch(0, 0, {shared, 0, 0, 0}), wait(Counter::vm, 0), barrier(), fetch(0, 0, {shared, 0, 0, 1})});
    StepText text = move({shared, 0, 0, 0}, {own});
    text.accesses.push_back(reads({shared, 0, 0, 1}, everybody ? 0U : 8U));
    writer.put(consumers, Section::prologue, {barrier(), text, wait(Counter::lgkm, 0), consume(0, {{own}})});
    EXPECT_EQ(outcome(writer.program, 0), everybody ? Outcome::wrong : Outcome::safe);
  }
}

TEST(Explorer, InterlockedRegistersNeedNoWait) {
  Ring ring{.wait_for_move = false, .registers = RegisterReading::interlocked};
  for (int trips = 0; trips <= 3; ++trips) EXPECT_EQ(outcome(ring, trips), Outcome::safe);
  ring.wait_for_fetch = false;  // shared memory is not interlocked
  EXPECT_EQ(outcome(ring, 0), Outcome::wrong);
}

TEST(Explorer, InterlockedRegistersAreNotWrittenTwiceAtOnce) {
  for (const RegisterReading reading : {RegisterReading::explicit_waits, RegisterReading::interlocked}) {
    Line line(1);
    line.writer.program.registers = reading;
    const int own = line.writer.registers(1);
    line.put(0, {fetch(1, 0, {own}), fetch(0, 0, {own}), wait(Counter::vm, 0), consume(0, {{own}})});
    EXPECT_EQ(outcome(line.writer.program, 0),
              reading == RegisterReading::interlocked ? Outcome::safe : Outcome::wrong);
  }
}

TEST(Explorer, AnInterlockForcesWhatIsOlderToo) {
  // Two fragment reads, one of which is consumed; then their source is overwritten. The other read has landed by then
  // only if it is the older one.
  for (const int consumed : {0, 1}) {
    Line line(1);
    line.writer.program.registers = RegisterReading::interlocked;
    const int shared = line.writer.shared(2);
    const int own = line.writer.registers(2);
    line.put(0, {fetch(0, 0, {shared, 0}), fetch(0, 0, {shared, 1}), wait(Counter::vm, 0)});
    line.put(0, {move({shared, 0}, {own, 0}), move({shared, 1}, {own, 1}), consume(0, {{own, consumed}})});
    line.put(0, {fetch(1, 0, {shared, 0}), fetch(1, 0, {shared, 1}), consume(1, {{own, 1 - consumed}})});
    EXPECT_EQ(outcome(line.writer.program, 0), consumed == 1 ? Outcome::safe : Outcome::wrong);
  }
}

TEST(Explorer, DrainingBarriersWaitForLgkmAlone) {
  for (const BarrierKind kind : {BarrierKind::raw, BarrierKind::draining}) {
    for (const Counter counter : {Counter::vm, Counter::lgkm}) {
      Line line(1);
      line.writer.program.barriers = kind;
      const int own = line.writer.registers(1);
      line.put(0, {fetch(0, 0, {own}, 1, counter), barrier(), consume(0, {{own}})});
      const bool drained = kind == BarrierKind::draining && counter == Counter::lgkm;
      EXPECT_EQ(outcome(line.writer.program, 0), drained ? Outcome::safe : Outcome::wrong);
    }
  }
}

/// Two waves of the same ring, the second a barrier behind the first.
WaveProgram staggered(int barriers, int slots) {
  ProgramWriter writer;
  const int shared = writer.shared(slots);
  const int own = writer.registers(1);
  writer.takes(1);
  for (const int role : {writer.role(1, "ahead"), writer.role(1, "behind")}) {
    const auto take = [&](Section section, int pending) {
      writer.put(role, section, wait(Counter::vm, pending));
      for (int i = 0; i < barriers; ++i) writer.put(role, section, barrier());
      writer.put(role, section, {move({shared, 0, 1}, {own}), wait(Counter::lgkm, 0), consume(0, {{own}})});
    };
    if (role == 1) writer.put(role, Section::prologue, barrier());
    writer.put(role, Section::prologue, fetch(0, 0, {shared}));
    writer.put(role, Section::kernel, fetch(1, 1, {shared, 1, 1}));
    take(Section::kernel, 1);
    take(Section::epilogue, 0);
    if (role == 0) writer.put(role, Section::epilogue, barrier());
  }
  return writer.program;
}

TEST(Explorer, AStaggerTakesABarrierOfSlack) {
  for (int trips = 0; trips <= 3; ++trips) {
    EXPECT_EQ(outcome(staggered(1, 3), trips), Outcome::wrong) << trips;
    EXPECT_EQ(outcome(staggered(2, 3), trips), Outcome::safe) << trips;
  }
  // With two slots, the leading wave may overwrite what the trailing wave has yet to read.
  EXPECT_EQ(outcome(staggered(2, 2), 1), Outcome::safe);
  EXPECT_EQ(outcome(staggered(2, 2), 2), Outcome::wrong);
  // Without the barrier at the end, the other wave waits forever.
  WaveProgram program = staggered(2, 3);
  program.roles[0].steps.epilogue.pop_back();
  EXPECT_EQ(outcome(program, 1), Outcome::deadlock);
}

TEST(Explorer, SaysWhenThereAreTooManyStates) {
  EXPECT_EQ(explore(Ring{}.program(), 2, 10).outcome, Outcome::too_many_states);
  EXPECT_EQ(explore_small_trips(Ring{}.program(), 2, 10).outcome, Outcome::too_many_states);
}

TEST(Explorer, RefusesWhatMakesNoSense) {
  WaveProgram program = Ring{}.program();
  EXPECT_THROW((void)explore(program, -1, limit), std::invalid_argument);
  program.accumulators = 0;
  EXPECT_THROW((void)explore(program, 0, limit), std::invalid_argument);
  program = Ring{.weight = 0}.program();
  EXPECT_THROW((void)explore(program, 0, limit), std::invalid_argument);
  program = Ring{}.program();
  program.accesses[0].buffer = 7;
  EXPECT_THROW((void)explore(program, 0, limit), std::invalid_argument);
}

}  // namespace
}  // namespace stretto::explorer
