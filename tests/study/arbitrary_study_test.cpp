// A sample of arbitrary_study.hpp, and the tools that it reports with.
#include "arbitrary_study.hpp"

#include <gtest/gtest.h>

#include <stretto/verify/verify.hpp>

#include "../sample.hpp"
#include "expect_none.hpp"
#include "program_builder.hpp"
#include "program_reducer.hpp"
#include "program_source.hpp"

namespace stretto::study {
namespace {

ArbitraryStudyCounts studied(ProgramKind kind, int seeds) {
  ArbitraryStudyOptions options;
  options.kind = kind;
  options.seeds = static_cast<std::uint64_t>(sample(seeds));
  options.max_states = 5000;
  options.max_reported = 3;
  const ArbitraryStudyCounts counts = study_arbitrary(options);
  expect_none("proven, but not right", counts.unsound);
  expect_none("where the witnesses disagree", counts.disagreements);
  expect_none("refused by a witness", counts.refusals);
  expect_none("with another verdict where latencies are known", counts.latency);
  EXPECT_EQ(counts.programs, static_cast<long>(options.seeds));
  EXPECT_LT(counts.invalid, counts.programs / 10);
  return counts;
}

TEST(ArbitraryPrograms, AreRightWhereProven) {
  const ArbitraryStudyCounts counts = studied(ProgramKind::arbitrary, 50'000);
  EXPECT_GT(counts.proven, counts.programs / 20);
  EXPECT_LT(counts.never_wrong_count(), counts.programs / 200) << counts.careful[0];
}

TEST(ArbitraryPrograms, NearlyRightOnesAreRightWhereProven) {
  const ArbitraryStudyCounts counts = studied(ProgramKind::nearly_right, 10'000);
  EXPECT_GT(counts.proven, counts.programs / 5);
  EXPECT_GT(counts.rejected_and_wrong, counts.programs / 5);
}

TEST(ArbitraryPrograms, ChangedOnesAreRightWhereProven) {
  const ArbitraryStudyCounts counts = studied(ProgramKind::changed, 10'000);
  EXPECT_GT(counts.proven, counts.programs / 20);
  EXPECT_GT(counts.rejected_and_wrong, counts.programs / 3);
}

TEST(ArbitraryPrograms, AreTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    EXPECT_EQ(cpp_source(program_of(ProgramKind::all, seed)), cpp_source(program_of(ProgramKind::all, seed)));
  }
}

TEST(ProgramReducer, LeavesWhatMatters) {
  ProgramBuilder b;
  b.program.tiles_per_trip = 1;
  b.program.persistent = true;
  b.buffer("kept", Space::registers, 2);
  b.buffer("other", Space::shared);
  b.role("one", 2);
  b.prologue(fetch(0, 1).in(Counter::vm, 2).write(0, 1, 1));
  b.prologue(nothing());
  b.kernel(barrier());
  b.kernel(consume(0).read(0, 1, 1, 3));
  b.role("two");
  b.kernel(barrier());
  b.epilogue(fetch().write(1));
  const auto loads = [](const WaveProgram& program) {
    for (const Role& role : program.roles) {
      for (const Step& step : role.steps.prologue) {
        if (step.action == Action::fetch) return true;
      }
    }
    return false;
  };
  EXPECT_EQ(cpp_source(reduced(b.program, loads)),
            "ProgramBuilder b;\n"
            "b.role(\"one\", 1);\n"
            "b.prologue(fetch(0, 0));\n");
}

TEST(ProgramSource, SaysEverything) {
  ProgramBuilder b;
  b.program.min_trips = 1;
  b.program.tiles_per_trip = 1;
  b.program.persistent = true;
  b.program.registers = RegisterReading::interlocked;
  b.program.barriers = BarrierKind::draining;
  b.program.limits.vm_capacity = 2;
  b.buffer("tile", Space::shared, 2);
  b.buffer("sum", Space::registers, 1, 2);
  b.phase_barrier("full", PhaseBarrierKind::mbarrier, 2, 1);
  b.role("one", 2, -1);
  b.prologue(fetch(0, 1).in(Counter::bytes).write(0, 1, 1).at(0, 1, 1, 8));
  b.kernel(await().at(0, 0, 1, 0, 1));
  b.kernel(consume(0).in(Counter::mma, 0).read(0, 0, 1, 0, 0, 2).read(1, 0, 0, -1).write(1));
  b.kernel(work(-1, 2).read(1, 0, 0, 0, 1));
  b.epilogue(wait(Counter::mma, 1));
  EXPECT_EQ(cpp_source(b.program),
            "ProgramBuilder b;\n"
            "b.program.min_trips = 1;\n"
            "b.program.tiles_per_trip = 1;\n"
            "b.program.persistent = true;\n"
            "b.program.registers = RegisterReading::interlocked;\n"
            "b.program.barriers = BarrierKind::draining;\n"
            "b.program.limits.vm_capacity = 2;\n"
            "b.buffer(\"tile\", Space::shared, 2);\n"
            "b.buffer(\"sum\", Space::registers, 1, 2);\n"
            "b.phase_barrier(\"full\", PhaseBarrierKind::mbarrier, 2, 1);\n"
            "b.role(\"one\", 2, -1);\n"
            "b.prologue(fetch(0, 1).in(Counter::bytes).write(0, 1, 1).at(0, 1, 1, 8));\n"
            "b.kernel(await().at(0, 0, 1, 0, 1));\n"
            "b.kernel(consume(0).in(Counter::mma, 0).read(0, 0, 1, 0, 0, 2).read(1, 0, 0, -1).write(1));\n"
            "b.kernel(work(-1, 2).read(1, 0, 0, 0, 1));\n"
            "b.epilogue(wait(Counter::mma, 1));\n");
}

}  // namespace
}  // namespace stretto::study
