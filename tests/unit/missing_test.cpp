// What a story says is missing: the step that is at fault, when it is executed, and what to change.
#include <string>

#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace missing_tests {  // not anonymous: the indices must not reach other files of the unit
namespace {

using namespace indices;
using namespace steps;

/// A ring of four slots with one producer and one consumer, and its possible mistakes.
struct MissingRing {
  bool persistent = true;
  IndexQuotient filled = i / 4 + 1;  // parity of the producer's await
  IndexQuotient read = i / 4;        // parity of the consumer's await
  Advance slot = i;                  // place of every buffer and barrier, but for these:
  Advance awaited = slot;            // place at which the consumer waits
  Advance written = slot;            // slot that the load writes
  Advance signalled = slot;          // place of the barrier that the load signals
  Advance released = slot;           // place at which the consumer arrives
  bool waits_for_empty = true;
  int producer_trips = 0;  // more than the others
  int consumer_period = 1;

  [[nodiscard]] constexpr WaveProgram program() const {
    WaveProgramBuilder out;
    out.program.persistent = persistent;
    out.program.min_trips = 1;
    const auto tile = out.shared("tile", 4, 64);
    const auto full = out.mbarrier("full", 4, 1);
    const auto empty = out.mbarrier("empty", 4, 1);
    auto producer = out.role("producer").extra_trips(producer_trips);
    if (waits_for_empty) producer.kernel(await(empty[slot], filled));
    producer.kernel(arrive(full[slot]).expects(64), fetch(i).writes(tile[written]).signals(full[signalled], 64));
    out.role("consumer")
        .every(consumer_period, 0)
        .kernel(await(full[awaited], read), accumulate().in(Counter::mma).reads(tile[slot]), wait(Counter::mma),
                arrive(empty[released]));
    return out.program;
  }
};
static_assert(verify(MissingRing{}.program()).proven());

/// The stories of all hazards.
std::string stories(const WaveProgram& program) {
  std::string all;
  for (const Hazard& hazard : verify(program).hazards) all += explain(StepNames(program), program, hazard).c_str();
  return all;
}

void expect_told(const WaveProgram& program, std::initializer_list<const char*> words) {
  const std::string all = stories(program);
  for (const char* told : words) EXPECT_NE(all.find(told), std::string::npos) << told << "\nin\n" << all;
}

// --- parities

TEST(Missing, ParityThatRestartsCountsOn) {
  expect_told(
      MissingRing{.read = k / 4}.program(),
      {"progress, deadlock: kernel[0] await full[0] of consumer waits forever",
       "missing: a parity of kernel[0] await full[0] of consumer that changes with each phase of its barrier, also "
       "from tile to tile: count with i or t, not with k"});
}

TEST(Missing, ConstantParityCounts) {
  expect_told(
      MissingRing{.read = constant(0) / 1}.program(),
      {"missing: a parity of kernel[0] await full[0] of consumer that changes with each phase of its barrier: it "
       "is constant; count with i or t"});
}

TEST(Missing, ParityOfAnotherDivisorNamesItsValueAndTheSlots) {
  expect_told(
      MissingRing{.read = i / 3}.program(),
      {"missing: parity 0 in kernel[0] await full[3] of consumer (tile 3, trip 0): its wave has seen no phase of "
       "full[3] yet",
       "divide by its 4 slots, not by 3"});
}

TEST(Missing, ParityThatAFreshBarrierLetsPass) {
  const WaveProgram program = MissingRing{.filled = i / 4, .read = i / 4 + 1}.program();
  expect_told(program,
              {"consumer          tile 0, trip 0 kernel[0] await full[0]: passes at once: it waits for parity 1, "
               "which a fresh barrier lets pass",
               "missing: parity 0 in kernel[0] await full[0] of consumer (tile 0, trip 0)"});
  // Also where the consumer reads the data of the phase before, and for loads that nobody waits for.
  for (const Hazard& hazard : verify(program).hazards) {
    const Counterexample example = counterexample(program, hazard);
    EXPECT_EQ(example.missing, Missing::parity) << name(hazard.kind);
    EXPECT_EQ(example.place.role, 1);
    EXPECT_EQ(example.seen, 0);
  }
}

TEST(Missing, FirstAwaitOfTheRoleThatFillsPasses) {
  expect_told(MissingRing{.filled = i / 4}.program(),
              {"missing: parity 1 in kernel[0] await empty[0] of producer (^1): each role waits for the other, and a "
               "fresh barrier lets only parity 1 pass"});
}

TEST(Missing, ParityThatCountsUnlikeItsSlot) {
  const WaveProgram program = MissingRing{.slot = k}.program();
  expect_told(program,
              {"parity 1 in kernel[0] await full[0] of consumer (tile 1, trip 0): its wave has seen 1 phase of "
               "full[0] and waits for the next; its slot restarts with each tile, and its parity does not"});
}

TEST(Missing, ArrivalBeforeTheFirstWait) {
  // The loop begins with slots that the setup has freed, all but one.
  WaveProgram program = MissingRing{.filled = i / 4}.program();
  for (int slot = 0; slot < 3; ++slot) {
    Step free = program.roles[1].steps.kernel[3];
    free.phase_barrier = {.barrier = 1, .slot = slot};
    free.section = Section::setup;
    free.entry = slot;
    program.roles[1].steps.setup.push_back(free);
  }
  expect_told(program,
              {"missing: an arrival at empty[3] before kernel[0] await empty[3] of producer (tile 3, trip 0), the "
               "first wait there"});
}

// --- arrivals

TEST(Missing, ArrivalsThatAreFewerThanTheWaits) {
  WaveProgram program = MissingRing{.read = (i + 1) / 4, .awaited = i + 1}.program();
  Step more = MissingRing{}.program().roles[1].steps.kernel[0];
  more.section = Section::prologue;
  program.roles[1].steps.prologue.push_back(more);
  expect_told(program, {"outside the loop, consumer waits for 1 phase of full, and the arrivals there complete 0"});
  expect_told(
      MissingRing{.awaited = i + 1}.program(),
      {"missing: an arrival for kernel[0] await full[1] of consumer: kernel[1] arrive full[0] of producer (tile 0, "
       "trip 0) goes to another slot"});
}

TEST(Missing, ArrivalThatComesAfterItsOwnWait) {
  WaveProgramBuilder out;
  const auto f = out.mbarrier("f", 1, 1);
  out.role("w").kernel(accumulate(), await(f, i / 1), arrive(f));
  expect_told(out.program, {"the next arrival there is kernel[2] arrive f, which comes only after it",
                            "missing: kernel[2] arrive f before kernel[1] await f, which waits for it"});
}

TEST(Missing, FewerTripsAreNoCauseOfAMissingArrival) {
  // The consumer waits once outside of its loop, so the producer makes one trip more. The arrival is what is missing.
  WaveProgram program = MissingRing{.read = (i + 1) / 4, .awaited = i + 1, .producer_trips = 1}.program();
  Step more = MissingRing{}.program().roles[1].steps.kernel[0];
  more.section = Section::prologue;
  program.roles[1].steps.prologue.push_back(more);
  program.roles[0].steps.kernel[1].phase_barrier = {.barrier = 1};
  const std::string all = stories(program);
  EXPECT_EQ(all.find("1 trip fewer"), std::string::npos) << all;
  expect_told(program, {"in each trip, consumer waits for 1 phase of full, and the arrivals there complete 0"});
}

TEST(Missing, TooManyArrivals) {
  WaveProgram program = MissingRing{}.program();
  program.roles[1].waves = 2;
  expect_told(program,
              {"progress, wrong phase: kernel[3] arrive empty[0] of consumer may arrive before the previous phase",
               "kernel[3] arrive empty[0]: arrives while the phase before is open",
               "missing: a matching arrival count: a phase of empty needs 1 arrival, but 2 waves arrive"});
}

TEST(Missing, ArrivalThatFreesAnotherSlot) {
  WaveProgram program = MissingRing{}.program();
  // The consumer reads one slot ahead, and frees that one.
  program.tiles = 1;
  Role& consumer = program.roles[1];
  program.roles[0].extra_trips = 1;
  consumer.steps.prologue.push_back(consumer.steps.kernel[0]);
  consumer.steps.prologue.push_back(consumer.steps.kernel[1]);
  for (int step : {0, 3}) ++consumer.steps.kernel[step].phase_barrier.slot;
  const StepAccess read = program.accesses[consumer.steps.kernel[1].first_access];
  consumer.steps.kernel[1].first_access = program.accesses.size();
  program.accesses.push_back(read);
  ++program.accesses[program.accesses.size() - 1].slot;
  consumer.steps.kernel[2].count = 1;
  consumer.steps.epilogue.push_back(wait(Counter::mma).step);
  consumer.steps.epilogue.push_back(consumer.steps.kernel[3]);
  --consumer.steps.epilogue[1].phase_barrier.slot;
  for (Step& step : consumer.steps.prologue) step.section = Section::prologue;
  for (Step& step : consumer.steps.epilogue) step.section = Section::epilogue;
  expect_told(program, {"missing: an arrival at empty[0] after prologue[1] consume of consumer (tile 0): the next one, "
                        "kernel[3] arrive empty[1] of consumer (tile 0, trip 0), frees a slot that is read later"});
  EXPECT_EQ(stories(program).find("a fresh barrier"), std::string::npos);
}

TEST(Missing, ArrivalThatComesBeforeTheCopy) {
  for (const bool asynchronous : {true, false}) {
    WaveProgramBuilder out;
    const auto a = out.shared("A", 2, 64);
    const auto f = out.mbarrier("f", 2, 1);
    const auto e = out.mbarrier("e", 2, 1);
    const StepDraft signal = asynchronous ? arrive(f[i]).in(Counter::copy) : arrive(f[i]);
    out.role("p").kernel(await(e[i], i / 2 + 1), signal, fetch(i).writes(a[i]).in(Counter::copy));
    out.role("c").kernel(await(f[i], i / 2), consume(i).reads(a[i]), arrive(e[i]));
    expect_told(
        out.program,
        {"kernel[0] await f[0]: the last phase that it sees complete, by kernel[1] arrive f[0] of p",
         asynchronous ? "missing: kernel[1] arrive f[0] of p after kernel[2] fetch: it comes before it now"
                      : "missing: kernel[1] arrive f[0] of p after kernel[2] fetch, and after a wait for it: it"});
  }
}

TEST(Missing, ArrivalThatDoesNotWaitForTheMultiplication) {
  WaveProgramBuilder out;
  out.program.persistent = true;
  out.program.min_trips = 1;
  out.program.limits.tensor_bytes = 64;
  const auto c = out.buffer({.name = "C", .space = Space::tensor, .bytes = 64});
  const auto acc = out.mbarrier("acc", 1, 1);
  const auto free = out.mbarrier("free", 1, 1);
  auto m = out.role("m");
  m.prologue(await(free, t / 1 + 1)).kernel(accumulate().in(Counter::tensor).into_new(c)).epilogue(arrive(acc));
  out.role("e").epilogue(await(acc, t / 1), consume(t).reads_any(c), arrive(free));
  expect_told(out.program, {R"(missing: "after": "tensor" in epilogue[0] arrive acc of m (tcgen05.commit))"});
}

TEST(Missing, ArrivalsThatLapAWait) {
  WaveProgramBuilder out;
  const auto full = out.mbarrier("full", 1, 1);
  out.role("scheduler").kernel(accumulate(), arrive(full));
  out.role("readers").kernel(await(full, i / 1), accumulate(1));
  out.program.accumulators = 2;
  expect_told(
      out.program,
      {"scheduler         trip 0 kernel[1] arrive full: arrives and completes the phase before",
       "scheduler         trip 1 kernel[1] arrive full: completes the next phase",
       "readers           trip 0 kernel[0] await full: looks only now: it waits for parity 0, and its phase is over",
       "missing: a signal back from readers, sent after kernel[0] await full, that scheduler awaits before "
       "kernel[1] arrive full"});
}

TEST(Missing, ArrivalsInThePhaseBefore) {
  WaveProgramBuilder out;
  const auto ready = out.named_barrier("ready", 2);
  out.role("softmax").kernel(accumulate(), arrive(ready));
  out.role("multiply").kernel(barrier(ready), accumulate(1));
  out.program.accumulators = 2;
  expect_told(out.program,
              {"progress, wrong phase: kernel[1] arrive ready of softmax",
               "softmax           trip 0 kernel[1] arrive ready: arrives",
               "softmax           trip 1 kernel[1] arrive ready: arrives while the phase before is open",
               "multiply          trip 0 kernel[0] barrier ready: arrives only now",
               "missing: a wait in softmax before kernel[1] arrive ready, for a signal that multiply sends "
               "after kernel[0] barrier ready"});
}

TEST(Missing, AwaitOfABarrierThatNobodyAwaits) {
  expect_told(MissingRing{.waits_for_empty = false}.program(),
              {"producer          tile 4, trip 0 kernel[0] arrive full[0]: arrives while the phase before is open",
               "; consumer arrives at empty, which no step awaits"});
}

TEST(Missing, OrderOfRolesThatWaitForEachOther) {
  WaveProgramBuilder out;
  const auto e = out.named_barrier("e", 2);
  const auto f = out.named_barrier("f", 2);
  out.role("a").kernel(barrier(e), accumulate(), barrier(f));
  out.role("b").kernel(barrier(f), accumulate(1), barrier(e));
  out.program.accumulators = 2;
  expect_told(out.program, {"which is blocked as well",
                            "missing: kernel[2] barrier e of b before kernel[0] barrier f, or kernel[2] barrier f of a "
                            "before kernel[0] barrier e: each waits for the other"});
}

// --- loads

TEST(Missing, AwaitOfLoadsThatOneRoleMakesMoreOf) {
  expect_told(MissingRing{.producer_trips = 1}.program(),
              {"producer          tile 0, trip 1 kernel[2] fetch: begins, and nothing waits for it before the end",
               "missing: an await of full[1] after kernel[2] fetch of producer (tile 0, trip 1): producer makes 1 trip "
               "more than consumer"});
  expect_told(MissingRing{.consumer_period = 2}.program(),
              {"producer takes part in every tile, consumer in the tiles 0, 2, ..."});
}

TEST(Missing, BytesThatGoElsewhere) {
  expect_told(
      MissingRing{.signalled = i + 1}.program(),
      {"missing: as many bytes at full[0] as arrivals expect there: kernel[2] fetch of producer signals full[1]"});
}

TEST(Missing, OneSlotForTheWriteAndTheRead) {
  expect_told(MissingRing{.written = i + 1}.program(),
              {"kernel[2] fetch: writes tile[1]",
               "missing: one slot in both: kernel[2] fetch of producer, which consumer waits for, writes tile[1], but "
               "kernel[1] consume reads tile[0]"});
}

TEST(Missing, WaitForCopiesBeforeTheEnd) {
  WaveProgramBuilder out;
  const auto a = out.shared("A", 1, 64);
  out.role("w").kernel(fetch(i).writes(a).in(Counter::copy), wait(Counter::copy), accumulate().reads(a));
  out.role("w").epilogue(fetch(i).writes(a).in(Counter::copy));
  out.program.roles[0].steps.epilogue = out.program.roles[1].steps.epilogue;
  out.program.roles.pop_back();
  expect_told(out.program, {"epilogue[0] fetch: begins, and nothing waits for it before the end",
                            "missing: wait_copy(0) in w before the end"});
}

// --- fences and writes

TEST(Missing, ProxyFenceBetweenTwoWrites) {
  WaveProgramBuilder out;
  out.program.min_trips = 1;
  const auto a = out.shared("A", 1, 64);
  const auto f = out.mbarrier("f", 1, 1);
  out.role("c").kernel(arrive(f).expects(64), fetch(i).writes(a).signals(f, 64), await(f, i / 1),
                       consume(i).reads(a).writes(a));
  const std::string all = stories(out.program);
  EXPECT_NE(all.find("output, race"), std::string::npos) << all;
  EXPECT_EQ(all.find("a signal from"), std::string::npos) << all;
  expect_told(out.program, {"missing: a proxy fence in wave 0, after kernel[3] consume and before kernel[1] fetch",
                            "kernel[1] fetch may overwrite A before kernel[3] consume has read it"});
}

TEST(Missing, OrderOfTwoWrites) {
  // The load's slot overlaps the staging buffer that the consumer writes in the tile before.
  WaveProgram program = MissingRing{}.program();
  program.buffers[0].offset = 0;
  program.buffers.push_back({.name = "out", .space = Space::shared, .bytes = 256, .offset = 0});
  Step write = consume(t).step;
  write.first_access = program.accesses.size();
  write.access_count = 1;
  write.section = Section::epilogue;
  write.entry = 0;
  program.accesses.push_back({.buffer = 1, .mode = AccessMode::write});
  program.roles[1].steps.epilogue.push_back(write);
  expect_told(program, {"epilogue[0] consume: writes afterwards, or is still writing"});
}

TEST(Missing, RescaledSumIsStillRead) {
  WaveProgramBuilder out;
  out.program.min_trips = 1;
  const auto p = out.registers("P");
  const auto o = out.registers("O");
  out.role("c")
      .prologue(consume(constant(0)).writes(p))
      .kernel(move().reads(o).writes(o), mma_fence(), accumulate().in(Counter::mma).reads_any(p).into(o),
              wait(Counter::mma, 1))
      .epilogue(wait(Counter::mma));
  bool told = false;
  for (const Hazard& hazard : verify(out.program).hazards) {
    const std::string story = explain(StepNames(out.program), out.program, hazard).c_str();
    EXPECT_EQ(story.find("begins only now"), std::string::npos) << story;
    told = told || story.find("anti, race: kernel[0] move may overwrite O before kernel[2] consume has read") == 0;
  }
  EXPECT_TRUE(told) << stories(out.program);
}

TEST(Missing, FenceOfRegistersThatOverlap) {
  WaveProgramBuilder out;
  out.program.min_trips = 1;
  const auto s = out.buffer({.name = "S", .space = Space::registers, .bytes = 64, .offset = 0});
  const auto p = out.buffer({.name = "P", .space = Space::registers, .bytes = 64, .offset = 0});
  out.role("c").kernel(consume(i).in(Counter::mma).writes(s), wait(Counter::mma), move().reads(s).writes(p));
  expect_told(out.program, {"may not see S as kernel[2] move left it, which writes P in the same registers",
                            "kernel[0] consume: accesses it, and may not see the write"});
}

// --- registers and steps on their own

TEST(Missing, RegistersThatAreLackingInAll) {
  WaveProgramBuilder out;
  out.role("producer").setup(registers(-128)).kernel(accumulate());
  out.role("c0").setup(registers(72)).kernel(accumulate(1));
  out.role("c1").setup(registers(72)).kernel(accumulate(2));
  out.program.accumulators = 3;
  expect_told(out.program, {"missing: 16 registers: the roles take 144 in all and give up 128"});
}

TEST(Missing, TimeOfAStepOnItsOwn) {
  WaveProgramBuilder out;
  out.program.persistent = true;
  out.program.min_trips = 1;
  const auto full = out.mbarrier("full", 1, 1);
  out.role("a").setup(init(full), barrier()).kernel(accumulate()).epilogue(arrive(full));
  out.role("b").setup(barrier()).kernel(accumulate(1)).epilogue(await(full, t / 1));
  out.program.accumulators = 2;
  expect_told(out.program, {"setup[0] init full: initialises it", "tile 0 epilogue[0] await full: uses it"});
}

}  // namespace
}  // namespace missing_tests
}  // namespace stretto
