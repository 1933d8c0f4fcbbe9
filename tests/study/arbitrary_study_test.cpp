// A sample of arbitrary_study.hpp, and tests of the tools that report its findings.
#include "arbitrary_study.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include <stretto/verify/verify.hpp>

#include "../sample.hpp"
#include "expect_none.hpp"
#include "program_builder.hpp"
#include "program_reducer.hpp"
#include "program_source.hpp"

namespace stretto::study {
namespace {

ArbitraryStudyCounts studied(ProgramKind kind, int seeds, Features features = Features::plain) {
  ArbitraryStudyOptions options;
  options.kind = kind;
  options.features = features;
  options.seeds = static_cast<std::uint64_t>(sample(seeds));
  options.max_states = 5000;
  options.max_reported = 3;
  const ArbitraryStudyCounts counts = study_arbitrary(options);
  expect_none("proven, but not right", counts.unsound);
  expect_none("where the checkers disagree", counts.disagreements);
  expect_none("refused by a checker", counts.refusals);
  expect_none("with another verdict where latencies are known", counts.latency);
  expect_none("with another verdict where gaps are shortened", counts.gaps);
  EXPECT_EQ(counts.programs, static_cast<long>(options.seeds));
  EXPECT_LT(counts.invalid, counts.programs / 10);
  return counts;
}

TEST(ArbitraryPrograms, AreRightWhereProven) {
  const ArbitraryStudyCounts counts = studied(ProgramKind::arbitrary, 50'000);
  EXPECT_GT(counts.proven, counts.programs / 20);
  EXPECT_LT(counts.never_wrong_count(), counts.programs / 200) << counts.careful[0];
}

/// A sample: more than one program in `one_proven_in` is proven, and more than one in `one_wrong_in` is rejected and
/// wrong.
struct Sample {
  const char* name;
  ProgramKind kind;
  int seeds;
  Features features;
  int one_proven_in;
  int one_wrong_in;
};

class ArbitrarySample : public testing::TestWithParam<Sample> {};

TEST_P(ArbitrarySample, IsRightWhereProven) {
  const Sample& of = GetParam();
  const ArbitraryStudyCounts counts = studied(of.kind, of.seeds, of.features);
  EXPECT_GT(counts.proven, counts.programs / of.one_proven_in);
  EXPECT_GT(counts.rejected_and_wrong, counts.programs / of.one_wrong_in);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ArbitrarySample,
    testing::Values(Sample{"NearlyRight", ProgramKind::nearly_right, 10'000, Features::plain, 5, 5},
                    Sample{"Changed", ProgramKind::changed, 10'000, Features::plain, 20, 3},
                    Sample{"WithAllFeatures", ProgramKind::arbitrary, 30'000, Features::all, 10, 3},
                    Sample{"NearlyRightWithAllFeatures", ProgramKind::nearly_right, 10'000, Features::all, 5, 5},
                    Sample{"ChangedWithAllFeatures", ProgramKind::changed, 10'000, Features::all, 20, 3}),
    [](const auto& sample) { return std::string(sample.param.name); });

TEST(ArbitraryPrograms, AreTheSameForTheSameSeed) {
  for (const Features features : {Features::plain, Features::all}) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      EXPECT_EQ(cpp_source(program_of(ProgramKind::all, seed, features)),
                cpp_source(program_of(ProgramKind::all, seed, features)));
    }
  }
}

/// The number of the first programs with a step, an access or a buffer that satisfies the condition.
template <class Predicate>
int programs_with(Features features, const Predicate& predicate) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const WaveProgram program = program_of(ProgramKind::all, seed, features);
    count += predicate(program) ? 1 : 0;
  }
  return count;
}

template <class Predicate>
bool any_step(const WaveProgram& program, const Predicate& predicate) {
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (predicate(section, step)) return true;
      }
    }
  }
  return false;
}

TEST(ArbitraryPrograms, UseEveryFeature) {
  const auto steps = [](auto predicate) {
    const auto in_program = [&](const WaveProgram& program) { return any_step(program, predicate); };
    EXPECT_EQ(programs_with(Features::plain, in_program), 0);
    return programs_with(Features::all, in_program);
  };
  for (const Section section : {Section::setup, Section::teardown}) {
    EXPECT_GT(steps([&](Section where, const Step&) { return where == section; }), 20) << name(section);
  }
  for (const Action action : {Action::init, Action::init_fence, Action::registers}) {
    EXPECT_GT(steps([&](Section, const Step& step) { return step.action == action; }), 10) << name(action);
  }
  for (const Counter counter : {Counter::scalar, Counter::stored}) {
    EXPECT_GT(steps([&](Section, const Step& step) { return step.counter == counter; }), 10) << name(counter);
  }
  EXPECT_GT(steps([](Section, const Step& step) { return step.phase_barrier.divisor > 0; }), 10);
  EXPECT_GT(steps([](Section, const Step& step) { return step.phase_barrier.local_step > 0; }), 10);
  EXPECT_GT(steps([](Section, const Step& step) { return step.phase_barrier.run_step > 0; }), 10);
  const auto accesses = [](auto predicate) {
    return programs_with(Features::all, [&](const WaveProgram& program) {
      return std::any_of(program.accesses.begin(), program.accesses.end(), predicate);
    });
  };
  EXPECT_GT(accesses([](const StepAccess& access) { return access.any; }), 20);
  EXPECT_GT(accesses([](const StepAccess& access) { return access.skips_first; }), 20);
  EXPECT_GT(accesses([](const StepAccess& access) { return access.local_step > 0; }), 20);
  EXPECT_GT(accesses([](const StepAccess& access) { return access.run_step > 0; }), 20);
  const auto alternates = [](const WaveProgram& program) {
    return std::any_of(program.roles.begin(), program.roles.end(),
                       [](const Role& role) { return role.run_period > 1; });
  };
  EXPECT_EQ(programs_with(Features::plain, alternates), 0);
  EXPECT_GT(programs_with(Features::all, alternates), 10);
  const auto buffers = [](auto predicate) {
    return programs_with(Features::all, [&](const WaveProgram& program) {
      return std::any_of(program.buffers.begin(), program.buffers.end(), predicate);
    });
  };
  EXPECT_GT(buffers([](const Buffer& buffer) { return buffer.offset >= 0; }), 20);
  EXPECT_GT(buffers([](const Buffer& buffer) { return buffer.space == Space::global; }), 20);
  EXPECT_GT(buffers([](const Buffer& buffer) { return buffer.workgroup > 0; }), 10);
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

TEST(ProgramSource, SaysEveryFeature) {
  ProgramBuilder b;
  b.program.spare_registers = 8;
  b.buffer("tile", Space::shared, 2);
  b.program.buffers[0].bytes = 16;
  b.program.buffers[0].offset = 32;
  b.program.buffers[0].workgroup = 1;
  b.buffer("result", Space::global);
  b.phase_barrier("full", PhaseBarrierKind::mbarrier, 2, 1);
  b.program.phase_barriers[0].workgroup = 1;
  b.role("one");
  b.program.roles[0].workgroup = 1;
  b.setup(init(0));
  b.setup(fence());
  b.setup(registers(-8));
  b.prologue(fetch(0, 1).write(0, 0, 1).turning(1, 2).read(1).any());
  b.kernel(await().at(0, 0, 1).turning_there(1, 2).by(2, {1, 2, 3, 4}));
  b.kernel(fence(Counter::mma));
  b.teardown(wait(Counter::stored, 1));
  EXPECT_EQ(cpp_source(b.program),
            "ProgramBuilder b;\n"
            "b.program.spare_registers = 8;\n"
            "b.buffer(\"tile\", Space::shared, 2);\n"
            "b.program.buffers[0].bytes = 16;\n"
            "b.program.buffers[0].offset = 32;\n"
            "b.program.buffers[0].workgroup = 1;\n"
            "b.buffer(\"result\", Space::global, 1);\n"
            "b.phase_barrier(\"full\", PhaseBarrierKind::mbarrier, 2, 1);\n"
            "b.program.phase_barriers[0].workgroup = 1;\n"
            "b.role(\"one\", 1);\n"
            "b.program.roles[0].workgroup = 1;\n"
            "b.setup(init(0));\n"
            "b.setup(fence());\n"
            "b.setup(registers(-8));\n"
            "b.prologue(fetch(0, 1).write(0, 0, 1).turning(1, 2).read(1).any());\n"
            "b.kernel(await().at(0, 0, 1).turning_there(1, 2).by(2, {1, 2, 3, 4}));\n"
            "b.kernel(fence(Counter::mma));\n"
            "b.teardown(wait(Counter::stored, 1));\n");
}

}  // namespace
}  // namespace stretto::study
