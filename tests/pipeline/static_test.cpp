// Pipelines as constants: `run` executes exactly what the program says.
#include <vector>

#include <gtest/gtest.h>

#include "declared_loops.hpp"

namespace stretto {
namespace {

using GemmPolicy = declared::Policy<declared::Gemm>;
static_assert(GemmPolicy::pipe.ii == 1024);
static_assert(GemmPolicy::pipe.bound == 1024);
static_assert(GemmPolicy::pipe.optimal);
static_assert(GemmPolicy::pipe.proven());
static_assert(GemmPolicy::pipe.slots("A") == 3);
static_assert(GemmPolicy::pipe.slots("B") == 3);
static_assert(GemmPolicy::pipe.slots("nothing of this name") == 0);
static_assert(GemmPolicy::pipe.shared_bytes == 147456);

using AttentionPolicy = declared::Policy<declared::Attention<1>>;
// Scores, softmax and conversion take turns on one set of registers.
constexpr long attention_recurrence = 1024 + targets::h200.mma_latency + 1408 + 128;
static_assert(AttentionPolicy::pipe.ii == attention_recurrence);
static_assert(AttentionPolicy::pipe.bound == attention_recurrence);
static_assert(AttentionPolicy::pipe.slots("K") == 2);
static_assert(AttentionPolicy::pipe.slots("V") == 2);
static_assert(AttentionPolicy::pipe.proven());

using ReductionPolicy = declared::Policy<declared::Reduction>;
static_assert(ReductionPolicy::pipe.ii == 288);
static_assert(ReductionPolicy::pipe.slots("tile") == 4);
static_assert(ReductionPolicy::pipe.peeled == 3);
static_assert(ReductionPolicy::pipe.programs == 3);
static_assert(ReductionPolicy::pipe.proven());

/// What an entry does in one trip.
struct Done {
  Action action = Action::nothing;
  int op = -1;
  Counter counter = Counter::none;
  int count = 0;
  int barrier = -1;
  int slot = 0;
  int parity = 0;
  int bytes = 0;

  friend bool operator==(const Done&, const Done&) = default;
};

Done done(const WaveProgram& program, const Step& step, int trip) {
  Done out{.action = step.action, .op = step.op, .counter = step.counter, .count = step.count};
  const PhaseUse& use = step.phase_barrier;
  if (use.present()) {
    const int slots = program.phase_barriers[use.barrier].slots;
    out.barrier = use.barrier;
    out.slot = use.version(trip) % slots;
    if (step.action == Action::await) out.parity = (use.version(trip) / slots + use.flip) % 2;
    out.bytes = use.bytes;
  } else if (step.op >= 0) {
    const StepAccess& access = program.accesses[step.first_access];
    out.slot = access.slot_in_trip(trip, program.buffers[access.buffer].slots);
  }
  return out;
}

/// The steps of a role for this many iterations, from the run-time pipeline.
std::vector<Done> wanted(const Pipeline& pipe, int role, int iterations) {
  std::vector<Done> all;
  if (iterations < 1) return all;
  const bool few = iterations < pipe.peeled;
  const WaveProgram& program = few ? pipe.few[iterations - 1] : pipe.program;
  const Role& runs = program.roles[role];
  const int trips = few ? 0 : iterations - pipe.peeled + runs.extra_trips;
  for (const Step& step : runs.steps.prologue) all.push_back(done(program, step, 0));
  for (int i = 0; i < trips; ++i) {
    for (const Step& step : runs.steps.kernel) all.push_back(done(program, step, i));
  }
  for (const Step& step : runs.steps.epilogue) all.push_back(done(program, step, trips));
  return all;
}

template <class Policy, int Role>
std::vector<Done> executed(int iterations) {
  std::vector<Done> all;
  run<Policy, Role>(iterations, [&](auto entry, int i) {
    constexpr Entry e = decltype(entry)::value;
    Done out{.action = e.action, .op = e.op, .counter = e.counter, .count = e.count, .barrier = e.barrier};
    if (e.op >= 0 || e.barrier >= 0) out.slot = (e.iteration + i) % e.slots;
    if (e.action == Action::await) out.parity = ((e.iteration + i) / e.slots + e.flip) % 2;
    out.bytes = e.bytes;
    all.push_back(out);
  });
  return all;
}

template <class Policy>
void expect_same() {
  using Declared = typename Policy::Declared;
  const Result<Pipeline> made = make_pipeline(Declared::declare(), Declared::target());
  ASSERT_TRUE(made.ok());
  const Pipeline& pipe = made.value;
  EXPECT_EQ(pipe.schedule.ii, Policy::pipe.ii);
  EXPECT_EQ(pipe.peeled, Policy::pipe.peeled);
  EXPECT_EQ(pipe.program.roles.size(), Policy::pipe.roles);
  for (int n = 0; n <= 10; ++n) {
    SCOPED_TRACE(n);
    EXPECT_EQ((executed<Policy, 0>(n)), wanted(pipe, 0, n));
    if constexpr (Policy::pipe.roles > 1) {
      EXPECT_EQ((executed<Policy, 1>(n)), wanted(pipe, 1, n));
    }
  }
}

// What the verifier of a constant sees is the whole program, also what no pipeline contains today.
TEST(PlainPrograms, KeepEverySectionAndMember) {
  Pipeline pipe;
  pipe.program.spare_registers = 24;
  pipe.program.tiles_per_trip = 1;
  pipe.program.persistent = true;
  Role role;
  role.workgroup = 1;
  role.extra_trips = 2;
  int tag = 0;
  for (const Section section : all_sections) {
    Step step;
    step.section = section;
    step.tag = tag++;
    role.steps[section].push_back(step);
  }
  pipe.program.roles = {role, role};
  detail::PlainProgramsWriter writer;
  ASSERT_FALSE(writer.write(pipe));
  const WaveProgram back = detail::in_memory(writer.programs(), 0);
  EXPECT_EQ(back.spare_registers, 24);
  EXPECT_TRUE(back.persistent);
  ASSERT_EQ(back.roles.size(), 2);
  for (const Role& kept : back.roles) {
    EXPECT_EQ(kept.workgroup, 1);
    EXPECT_EQ(kept.extra_trips, 2);
    tag = 0;
    for (const Section section : all_sections) {
      ASSERT_EQ(kept.steps[section].size(), 1);
      EXPECT_EQ(kept.steps[section][0].tag, tag++);
    }
  }
}

TEST(StaticPipeline, RunsWhatTheProgramSays) {
  expect_same<GemmPolicy>();
  expect_same<AttentionPolicy>();
  expect_same<ReductionPolicy>();
}

}  // namespace
}  // namespace stretto
