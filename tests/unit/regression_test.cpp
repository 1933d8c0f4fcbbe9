// Mistakes that have reached users of hand-synchronised schedules, each planted in a proven schedule. The verifier must
// find a race of the right kind between the right two ops.
#include <gtest/gtest.h>

#include "emitted.hpp"
#include "explorer.hpp"
#include "small_programs.hpp"

namespace stretto {
namespace {

using emitted::Entries;
namespace db = double_buffer_tags;

Entries proven_ping_pong() { return Entries(try_compile(Proven<PingPongSchedule>(emitted::ping_pong()))); }
Entries proven_four_wave() { return Entries(try_compile(Proven<FourWaveSchedule>(emitted::four_wave()))); }

int entry_of(const Entries& entries, Section section, int tag, int stage, int subtile, int n = 0) {
  const auto wanted = [&](const OpDesc& op) { return op.tag == tag && op.stage == stage && op.subtile == subtile; };
  const int found = emitted::find_entry(entries.sections[section], wanted, n);
  EXPECT_GE(found, 0) << tag << " " << stage << " " << subtile;
  return found;
}

/// The nearest entry with the tag, from `from` on in this direction.
int nearest(const Entries& entries, Section section, int tag, int from, int direction) {
  for (int i = from; i >= 0 && i < entries.sections[section].size(); i += direction) {
    if (entries.sections[section][i].op.tag == tag) return i;
  }
  ADD_FAILURE() << "no entry with tag " << tag;
  return 0;
}

/// "kernel LOAD_A stage 1 subtile 1 @K_PREV".
std::string op_text(const Entries& entries, const StepInstance& step) {
  Text op = dump_op(entries.sections[step.section][step.entry].op, db::name);
  return std::string(name(step.section)) + " " + op.c_str();
}

/// The hazard of this kind between these two ops, which must be a race; one that is absent fails the test.
Hazard expect_race(const Entries& entries, HazardKind kind, const std::string& first, const std::string& second) {
  const Verification found = entries.verify();
  EXPECT_EQ(found.verdict, Verdict::race);
  std::string others;
  for (const Hazard& hazard : found.hazards) {
    if (!hazard.first.present() || !hazard.second.present()) continue;
    const std::string a = op_text(entries, hazard.first);
    const std::string b = op_text(entries, hazard.second);
    if (hazard.kind == kind && a == first && b == second) {
      EXPECT_EQ(hazard.verdict, Verdict::race) << a << " / " << b;
      return hazard;
    }
    others += std::string("  ") + name(hazard.kind) + " " + a + " / " + b + "\n";
  }
  ADD_FAILURE() << "not found: " << first << " / " << second << "; instead\n" << others;
  return {};
}

bool is_first_of_a_hazard(const Entries& entries, const std::string& op) {
  for (const Hazard& hazard : entries.verify().hazards) {
    if (hazard.first.present() && op_text(entries, hazard.first) == op) return true;
  }
  return false;
}

void expect_proven(const Entries& entries) {
  const Verification found = entries.verify();
  EXPECT_EQ(found.verdict, Verdict::proven);
  for (const std::string& line : emitted::hazard_lines(found)) ADD_FAILURE() << line;
}

// --- wait placed after the barrier instead of before

TEST(Regression, WaitPlacedAfterTheBarrierInsteadOfBefore) {
  for (const int half : {0, 1}) {
    Entries entries = proven_ping_pong();
    expect_proven(entries);
    // The wait for the half's completion load, in front of the barrier to the next half.
    const int last_mma = entry_of(entries, Section::kernel, db::mma, 1, 1, half);
    const int wait = nearest(entries, Section::kernel, tags::wait_vm, last_mma, 1);
    const int barrier = nearest(entries, Section::kernel, tags::barrier, wait, 1);
    entries.move(Section::kernel, wait, barrier);
    ASSERT_EQ(entries.op(Section::kernel, barrier - 1).tag, tags::barrier);
    ASSERT_EQ(entries.op(Section::kernel, barrier).tag, tags::wait_vm);
    const std::string other = std::to_string(1 - half);
    const Hazard found =
        expect_race(entries, HazardKind::flow,
                    "kernel LOAD_A stage " + other + (half == 0 ? " subtile 1 @K_PREV" : " subtile 1 @K0"),
                    "kernel MMA_LOAD_A stage " + other + " subtile 0");
    EXPECT_EQ(counterexample(entries.program(), found).missing, Missing::wait);
    // Each wave waits for its own part, but no barrier follows.
    EXPECT_NE(counterexample(entries.program(), found).first_wave,
              counterexample(entries.program(), found).second_wave);
  }
}

TEST(Regression, WaitPlacedAfterTheBarrierInFourWave) {
  Entries entries = proven_four_wave();
  expect_proven(entries);
  const int wait = nearest(entries, Section::prologue, tags::wait_vm, 0, 1);
  ASSERT_EQ(entries.op(Section::prologue, wait + 1).tag, tags::barrier);
  entries.move(Section::prologue, wait, wait + 1);
  expect_race(entries, HazardKind::flow, "prologue LOAD_A stage 0 subtile 0 @K0 vm 4",
              "prologue MMA_LOAD_A stage 0 subtile 0");
}

// --- epilogue reading registers without a wait

TEST(Regression, EpilogueReadingRegistersWithoutAWait) {
  Entries entries = proven_ping_pong();
  const int mma = entry_of(entries, Section::epilogue, db::mma, 0, 0);
  entries.remove(Section::epilogue, nearest(entries, Section::epilogue, tags::wait_lgkm, mma, -1));
  const Hazard found =
      expect_race(entries, HazardKind::flow, "epilogue MMA_LOAD_A stage 0 subtile 0", "epilogue MMA [0,0]");
  EXPECT_TRUE(entries.program().buffers[found.buffer].per_wave());
  EXPECT_EQ(found.trips, 0);
  const Counterexample example = counterexample(entries.program(), found);
  EXPECT_EQ(example.missing, Missing::wait);
  EXPECT_EQ(example.first_wave, example.second_wave);
  // With interlocked registers, the compiler inserts the wait.
  EXPECT_EQ(entries.verify(RegisterReading::interlocked).verdict, Verdict::proven);
}

/// Removes each entry of a section that has this tag, one at a time. Each is needed: `check(entries, hazard)` gets the
/// remaining entries and the first hazard. Returns the number of such entries.
template <class Check>
int remove_each(const Entries& proven, Section section, int tag, Check check) {
  int removed = 0;
  for (int i = 0; i < proven.sections[section].size(); ++i) {
    if (proven.sections[section][i].op.tag != tag) continue;
    Entries entries = proven;
    entries.remove(section, i);
    const Verification found = entries.verify();
    EXPECT_EQ(found.verdict, Verdict::race) << i;
    EXPECT_FALSE(found.hazards.empty()) << i;
    if (!found.hazards.empty()) check(entries, found.hazards[0]);
    ++removed;
  }
  return removed;
}

TEST(Regression, EpilogueReadingRegistersWithoutAWaitInEachOfItsBlocks) {
  const auto mma_reads = [](const Entries& entries, const Hazard& hazard) {
    EXPECT_EQ(hazard.kind, HazardKind::flow);
    EXPECT_EQ(entries.sections.epilogue[hazard.second.entry].op.tag, db::mma);
  };
  EXPECT_EQ(remove_each(proven_ping_pong(), Section::epilogue, tags::wait_lgkm, mma_reads), 6);  // a block each
}

// --- trip count smaller than the number of stages

TEST(Regression, TripCountSmallerThanTheNumberOfStages) {
  // No trips: the epilogue reads what the prologue loaded, with only the prologue's waits.
  Entries entries = proven_four_wave();
  const int wait = nearest(entries, Section::prologue, tags::wait_vm, entries.sections.prologue.size() - 1, -1);
  entries.op(Section::prologue, wait).wait_value += 4;
  const Hazard found = expect_race(entries, HazardKind::flow, "prologue LOAD_A stage 1 subtile 0 @K1 vm 4",
                                   "epilogue MMA_LOAD_A stage 1 subtile 0");
  EXPECT_EQ(found.trips, 0);
}

/// Three stages, two tiles ahead. If `drained` is false, only the kernel's waits cover the last two tiles.
WaveProgram three_stages(bool drained, int min_trips) {
  using namespace explorer;
  ProgramWriter writer;
  const int tile = writer.shared(3);
  const int value = writer.registers(1);
  const int all = writer.role(2);
  writer.takes(2, min_trips);
  const auto take = [&](Section section, int slot) {
    writer.put(all, section,
               {explorer::move({tile, slot, 1, 0}, {value}), wait(Counter::lgkm, 0), consume(0, {{value}})});
  };
  writer.put(all, Section::prologue, {fetch(0, 0, {tile, 0, 0, 0}), fetch(1, 0, {tile, 1, 0, 0})});
  writer.put(all, Section::kernel, {wait(Counter::vm, 1), barrier()});
  take(Section::kernel, 0);
  writer.put(all, Section::kernel, {fetch(2, 1, {tile, 2, 1, 0}), wait(Counter::vm, 0), barrier()});
  if (drained) writer.put(all, Section::epilogue, {wait(Counter::vm, 0), barrier()});
  take(Section::epilogue, 0);
  take(Section::epilogue, 1);
  return writer.program;
}

TEST(Regression, TripCountSmallerThanTheNumberOfStagesAndOnlyThen) {
  EXPECT_EQ(verify(three_stages(true, 0)).verdict, Verdict::proven);
  const WaveProgram program = three_stages(false, 0);
  const Verification found = verify(program);
  EXPECT_EQ(emitted::hazard_lines(found), (std::vector<std::string>{"flow race prologue[0] epilogue[0] from 0",
                                                                    "flow race prologue[1] epilogue[3] from 0"}));
  EXPECT_EQ(explorer::explore(program, 0, 1'000'000).outcome, explorer::Outcome::wrong);
  EXPECT_EQ(explorer::explore(program, 1, 1'000'000).outcome, explorer::Outcome::safe);
  // A schedule that requires at least one trip is right to do so.
  EXPECT_EQ(verify(three_stages(false, 1)).verdict, Verdict::proven);
}

// --- a wait too large after loads moved

TEST(Regression, WaitTooLargeAfterLoadsMoved) {
  Entries entries = proven_ping_pong();
  const int last_mma = entry_of(entries, Section::kernel, db::mma, 1, 1);
  int wait = nearest(entries, Section::kernel, tags::wait_vm, last_mma, 1);
  ASSERT_EQ(entries.op(Section::kernel, wait).wait_value, 6);
  // Half 0's last B load goes to the next half: three loads become two between the completion load and the wait.
  const int load = entry_of(entries, Section::kernel, db::load_b, 0, 1);
  const int to = entry_of(entries, Section::kernel, db::load_a, 0, 1);
  entries.move(Section::kernel, load, to);
  --wait;
  const Hazard found = expect_race(entries, HazardKind::flow, "kernel LOAD_A stage 1 subtile 1 @K_PREV",
                                   "kernel MMA_LOAD_A stage 1 subtile 0");
  EXPECT_EQ(counterexample(entries.program(), found).missing, Missing::wait);
  for (const int count : {5, 4}) {
    entries.op(Section::kernel, wait).wait_value = count;
    EXPECT_EQ(is_first_of_a_hazard(entries, "kernel LOAD_A stage 1 subtile 1 @K_PREV"), count > 4) << count;
  }
}

// --- missing barrier at the top of a half

TEST(Regression, MissingBarrierAtTheTopOfAHalf) {
  for (const int half : {0, 1}) {
    Entries entries = proven_ping_pong();
    // The barrier that the last block of the other half ends with.
    const int last_mma = entry_of(entries, Section::kernel, db::mma, 1, 1, 1 - half);
    entries.remove(Section::kernel, nearest(entries, Section::kernel, tags::barrier, last_mma, 1));
    const std::string stage = std::to_string(half);
    const Hazard found =
        expect_race(entries, HazardKind::flow,
                    "kernel LOAD_A stage " + stage + (half == 1 ? " subtile 1 @K_PREV" : " subtile 1 @K0"),
                    "kernel MMA_LOAD_A stage " + stage + " subtile 0");
    EXPECT_EQ(found.tile_due % 2, half);
  }
}

TEST(Regression, MissingBarrierInFourWaveIsFoundWhereverItWas) {
  const auto any_hazard = [](const Entries&, const Hazard&) {};
  EXPECT_EQ(remove_each(proven_four_wave(), Section::kernel, tags::barrier, any_hazard), 3);
}

// --- completion load not the oldest in its half

TEST(Regression, CompletionLoadNotTheOldestInItsHalf) {
  for (const int half : {0, 1}) {
    Entries entries = proven_ping_pong();
    const int other = 1 - half;
    const int completion = entry_of(entries, Section::kernel, db::load_a, other, 1);
    // After the half's own loads and before its waits: the wait that leaves the three newest pending leaves it as well.
    const int last_load = entry_of(entries, Section::kernel, db::load_a, half, 0);
    ASSERT_LT(completion, last_load);
    entries.move(Section::kernel, completion, last_load);
    const std::string stage = std::to_string(other);
    const std::string load = "kernel LOAD_A stage " + stage + (half == 0 ? " subtile 1 @K_PREV" : " subtile 1 @K0");
    const Hazard found =
        expect_race(entries, HazardKind::flow, load, "kernel MMA_LOAD_A stage " + stage + " subtile 0");
    EXPECT_EQ(counterexample(entries.program(), found).missing, Missing::wait);
    // Nothing is newer than it now: only a wait for everything retires it.
    const int wait =
        nearest(entries, Section::kernel, tags::wait_vm, entry_of(entries, Section::kernel, db::mma, 1, 1, half), 1);
    for (const int count : {1, 0}) {
      entries.op(Section::kernel, wait).wait_value = count;
      EXPECT_EQ(is_first_of_a_hazard(entries, load), count > 0) << count;
    }
  }
}

}  // namespace
}  // namespace stretto
