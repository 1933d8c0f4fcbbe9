// The semantics of program/wave_program.hpp: proxies, wgmma.fence, and mbarriers that are initialised.
#include "semantics.hpp"

namespace stretto::executor {
namespace {

TEST_F(Semantics, AGenericWriteIsVisibleToTheAsyncProxyAfterAFence) {
  expect_needed(Ending::wrong_number, [&](bool fenced) {
    program.tiles = 1;
    const int a = write.buffer("a", Space::shared);
    wave("all", {fetch(0, 0, writes(fixed(a)))});
    if (fenced) straight({fence()});
    straight({consume(0, {reads(fixed(a))}).in(Counter::mma), wait(Counter::mma, 0)});
  });
}

TEST_F(Semantics, TheWaveThatWroteExecutesTheFence) {
  expect_needed([&](bool by_writer) {
    program.tiles = 0;
    const int a = write.buffer("a", Space::shared);
    wave("writer", {fetch(0, 0, writes(fixed(a)))});
    if (by_writer) straight({fence()});
    straight({barrier()});
    wave("reader", {barrier()});
    if (!by_writer) straight({fence()});
    straight({work(0, 0, {reads(fixed(a))}).in(Counter::mma), wait(Counter::mma, 0)});
  });
}

TEST_F(Semantics, AFenceCoversOnlyWhatItsWaveHasSeenComplete) {
  expect_needed([&](bool waits_first) {
    program.tiles = 0;
    const int a = write.buffer("a", Space::shared);
    wave("all", {fetch(0, 0, writes(fixed(a))).in(Counter::copy)});
    if (waits_first) straight({wait(Counter::copy, 0), fence()});
    if (!waits_first) straight({fence(), wait(Counter::copy, 0)});
    straight({work(0, 0, {reads(fixed(a))}).in(Counter::mma), wait(Counter::mma, 0)});
  });
}

TEST_F(Semantics, TensorMemoryNeedsNoFence) {
  program.tiles = 0;
  const int a = write.buffer("a", Space::tensor);
  wave("all", {fetch(0, 0, writes(fixed(a))), work(0, 0, {reads(fixed(a))}).in(Counter::mma), wait(Counter::mma, 0)});
  EXPECT_TRUE(right());
}

TEST_F(Semantics, GlobalMemoryNeedsTheFence) {
  expect_needed(Ending::wrong_number, [&](bool fenced) {
    const int map = write.buffer("map", Space::global);
    const int a = write.buffer("a", Space::shared);
    const int full = write.phase_barrier("full", mbarrier, 1, 1);
    wave("all", {work(3, 0, {writes(fixed(map))})});
    if (fenced) straight({fence()});
    straight({arrive(fixed(full), 16), bulk_fetch(0, 0, writes(fixed(a)), fixed(full), 16).read(map).any(),
              await_full(fixed(full))});
  });
}

TEST_F(Semantics, AnAsyncWriteOverlapsAGenericWriteThatLacksItsFence) {
  expect_needed(Ending::wrong_number, [&](bool fenced) {
    const int a = write.buffer("a", Space::shared);
    const int full = write.phase_barrier("full", mbarrier, 1, 1);
    wave("all", {fetch(0, 0, writes(fixed(a)))});
    if (fenced) straight({fence()});
    straight({arrive(fixed(full), 16), bulk_fetch(1, 0, writes(fixed(a)), fixed(full), 16), await_full(fixed(full)),
              work(1, 0, {reads(fixed(a))})});
  });
}

TEST_F(Semantics, AnAsyncWriteMustNotFollowAGenericReadThatLacksItsFence) {
  expect_needed(Ending::unfenced, [&](bool fenced) {
    const int a = write.buffer("a", Space::shared);
    const int full = write.phase_barrier("full", mbarrier, 1, 1);
    write.role("all", 1);
    const auto load = [&](int tile) {
      straight({arrive(fixed(full), 16), bulk_fetch(tile, 0, writes(fixed(a)), fixed(full), 16),
                await_full(fixed(full, tile)), work(tile, 0, {reads(fixed(a))})});
    };
    load(0);
    if (fenced) straight({fence()});
    load(1);
  });
}

TEST_F(Semantics, CompletionSufficesFromAsyncToGeneric) {
  const int a = write.buffer("a", Space::shared);
  const int full = write.phase_barrier("full", mbarrier, 1, 1);
  wave("all", {arrive(fixed(full), 16), bulk_fetch(0, 0, writes(fixed(a)), fixed(full), 16), await_full(fixed(full)),
               work(0, 0, {reads(fixed(a))}), fetch(1, 0, writes(fixed(a))), work(1, 0, {reads(fixed(a))})});
  EXPECT_TRUE(right());
}

TEST_F(Semantics, AnMmaNeedsAWgmmaFenceAfterTheWriteOfItsRegisters) {
  enum class Where { nowhere, before, after_issue, after };
  for (const Where where : {Where::nowhere, Where::before, Where::after_issue, Where::after}) {
    program = {};
    const int r = write.buffer("r", Space::registers);
    write.role("all", 1);
    if (where == Where::before) straight({fence(Counter::mma)});
    straight({fetch(0, 0, writes(fixed(r))).in(Counter::vm)});
    if (where == Where::after_issue) straight({fence(Counter::mma)});
    straight({wait(Counter::vm, 0)});
    if (where == Where::after) straight({fence(Counter::mma)});
    straight({work(0, 0, {reads(fixed(r))}).in(Counter::mma), wait(Counter::mma, 0)});
    EXPECT_TRUE(where != Where::after || right());
    EXPECT_EQ(finds(Ending::unfenced), where != Where::after);
  }
}

TEST_F(Semantics, AnAsyncWriteOfRegistersNeedsAWgmmaFenceToo) {
  expect_needed(Ending::unfenced, [&](bool fenced) {
    const int r = write.buffer("r", Space::registers);
    const int full = write.phase_barrier("full", mbarrier, 1, 1);
    wave("all", {fetch(0, 0, writes(fixed(r))).in(Counter::tensor), arrive(fixed(full)).in(Counter::tensor),
                 await_full(fixed(full))});
    if (fenced) straight({fence(Counter::mma)});
    straight({work(0, 0, {reads(fixed(r))}).in(Counter::mma), wait(Counter::mma, 0)});
  });
}

TEST_F(Semantics, NoFenceStandsForAnotherKind) {
  const int r = write.buffer("r", Space::registers);
  const int a = write.buffer("a", Space::shared);
  wave("all", {fetch(0, 0, writes(fixed(r))), fence(), work(0, 0, {reads(fixed(r))}).in(Counter::mma)});
  EXPECT_TRUE(finds(Ending::unfenced));
  program.roles = {};
  wave("all", {fetch(0, 0, writes(fixed(a))), fence(Counter::mma), work(0, 0, {reads(fixed(a))}).in(Counter::mma)});
  EXPECT_TRUE(finds(Ending::wrong_number));
  program.roles = {};
  wave("all", {fetch(0, 0, writes(fixed(a))), init_fence(), work(0, 0, {reads(fixed(a))}).in(Counter::mma)});
  EXPECT_TRUE(finds(Ending::wrong_number));
}

class Initialised : public Semantics {
 protected:
  /// Two roles meet at an mbarrier that the first one initialises.
  void meet(const std::vector<WrittenStep>& setup) {
    program = {};
    const int full = write.phase_barrier("full", mbarrier, 2, 1);
    write.role("one", 1);
    write.put(Section::setup, setup);
    straight({arrive(fixed(full, 1))});
    write.role("other", 1);
    for (const WrittenStep& step : setup) {
      if (step.step.action == Action::barrier) write.put(Section::setup, {step});
    }
    straight({await_full(fixed(full, 1))});
  }
};

TEST_F(Initialised, AfterFenceAndBarrierAllWavesMayUseTheArray) {
  meet({init(0), fence(), barrier()});
  EXPECT_TRUE(right());
  meet({init(0), init_fence(), barrier()});
  EXPECT_TRUE(right());
  meet({init_fence(), init(0), barrier()});
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Initialised, NotBeforeTheBarrier) {
  meet({init(0), fence()});
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Initialised, NotBeforeTheFence) {
  meet({init(0), barrier()});
  EXPECT_TRUE(finds(Ending::unusable));
  meet({init(0), barrier(), fence()});
  EXPECT_TRUE(finds(Ending::unusable));
  meet({fence(), init(0), barrier()});
  EXPECT_TRUE(finds(Ending::unusable));
  meet({init(0), fence(Counter::mma), barrier()});
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Initialised, ItsOwnWaveMayArriveAndWaitAtOnce) {
  const int full = write.phase_barrier("full", mbarrier, 1, 1);
  write.role("all", 1);
  write.put(Section::setup, {init(full), arrive(fixed(full)), await_full(fixed(full))});
  EXPECT_TRUE(right());
  std::swap(program.roles[0].steps.setup[0], program.roles[0].steps.setup[1]);
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Initialised, ItsAsynchronousUsesNeedTheFence) {
  for (const bool fenced : {false, true}) {
    for (const bool bulk : {false, true}) {
      program = {};
      const int a = write.buffer("a", Space::shared);
      const int full = write.phase_barrier("full", mbarrier, 1, 1);
      write.role("all", 1);
      write.put(Section::setup, {init(full)});
      if (fenced) write.put(Section::setup, {fence()});
      if (bulk) straight({arrive(fixed(full), 16), bulk_fetch(0, 0, writes(fixed(a)), fixed(full), 16)});
      if (!bulk) straight({arrive(fixed(full)).in(Counter::copy)});
      straight({await_full(fixed(full))});
      EXPECT_EQ(right(), fenced) << bulk;
      EXPECT_EQ(finds(Ending::unusable), !fenced) << bulk;
    }
  }
}

}  // namespace
}  // namespace stretto::executor
