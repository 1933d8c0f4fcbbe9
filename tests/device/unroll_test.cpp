// unroll hands every entry of every phase to the dispatcher, once, in order, as a compile-time value.
#include <gtest/gtest.h>

#include <vector>

#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/compiler/unroll.hpp>
#include <stretto/mojo/schedules/four_wave.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>
#include <stretto/mojo/schedules/single_buffer.hpp>

namespace {

using namespace stretto;

struct PingPong {
  static constexpr auto schedule = compile_schedule<DeclarativeSchedule<false, 8, 4>>();
};

struct FourWave {
  static constexpr auto schedule = compile_schedule([] {
    return Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>();
  });
};

struct SingleBuffer {
  static constexpr auto schedule = compile_schedule<SingleBufferSchedule<4, ScheduleHints{4, 4, 2, 16, 16, 2, 2}>>();
};

/// What the dispatcher was given, each member read as a constant.
struct Visit {
  int index;
  Section section;
  bool is_prefetch;
  OpDesc op;
};

template <class Policy, Section P>
std::vector<Visit> visits() {
  std::vector<Visit> result;
  unroll<Policy, P>([&](auto entry) {
    constexpr Visit visit{entry.index, entry.section, entry.is_prefetch, entry.op};
    result.push_back(visit);
  });
  return result;
}

template <class Entries>
void expect_entries(const std::vector<Visit>& visited, const Entries& entries, Section section) {
  ASSERT_EQ(static_cast<int>(visited.size()), entries.size());
  for (int i = 0; i < entries.size(); ++i) {
    const Visit& visit = visited[static_cast<std::size_t>(i)];
    EXPECT_EQ(visit.index, i);
    EXPECT_EQ(visit.section, section);
    EXPECT_EQ(visit.is_prefetch, entries[i].is_prefetch) << "entry " << i;
    EXPECT_TRUE(visit.op == entries[i].op) << "entry " << i;
  }
}

template <class Policy>
struct Unroll : testing::Test {};

using Policies = testing::Types<PingPong, FourWave, SingleBuffer>;
TYPED_TEST_SUITE(Unroll, Policies);

TYPED_TEST(Unroll, VisitsThePrologueInOrder) {
  expect_entries(visits<TypeParam, Section::prologue>(), TypeParam::schedule.prologue, Section::prologue);
}

TYPED_TEST(Unroll, VisitsTheKernelInOrder) {
  expect_entries(visits<TypeParam, Section::kernel>(), TypeParam::schedule.kernel, Section::kernel);
}

TYPED_TEST(Unroll, VisitsTheEpilogueInOrder) {
  expect_entries(visits<TypeParam, Section::epilogue>(), TypeParam::schedule.epilogue, Section::epilogue);
}

// A dispatcher may be an lvalue that keeps its state from phase to phase, as a kernel's does.
struct Counter {
  int count = 0;
  constexpr void operator()(auto) { ++count; }
};

TEST(UnrollState, StaysInTheDispatcher) {
  constexpr int entries = [] {
    Counter counter;
    unroll<PingPong, Section::prologue>(counter);
    unroll<PingPong, Section::kernel>(counter);
    unroll<PingPong, Section::epilogue>(counter);
    return counter.count;
  }();
  EXPECT_EQ(entries,
            PingPong::schedule.prologue.size() + PingPong::schedule.kernel.size() + PingPong::schedule.epilogue.size());
}

}  // namespace
