// run hands every entry of every section to the dispatcher, once, in order, as a compile-time value; for Mojo schedules
// these are the entries of their sections, plus the barriers of the protocol.
#include <gtest/gtest.h>

#include <vector>

#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>

#include "shipped_schedules.hpp"

namespace {

using namespace stretto;

struct PingPong {
  static constexpr auto pipe =
      compile_schedule<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>();
  static constexpr int protocol_barriers = 2;  // of each group, to stagger them
};

struct FourWave {
  static constexpr auto pipe = compile_schedule<shipped::FourWave>();
  static constexpr int protocol_barriers = 0;
};

struct SingleBuffer {
  static constexpr auto pipe = compile_schedule<shipped::SingleBuffer<4>>();
  static constexpr int protocol_barriers = 0;
};

template <class Plan, int Role, Section P>
std::vector<Entry> visits() {
  std::vector<Entry> result;
  run_section<Plan, Role, P>([&](auto entry, int) {
    constexpr Entry visited = entry.value;  // read as a constant
    result.push_back(visited);
  });
  return result;
}

/// The visited entries without the protocol's are those of the section. Returns how many the protocol added.
template <class Entries>
int expect_entries(const std::vector<Entry>& visited, const Entries& entries, Section section) {
  int next = 0;
  int added = 0;
  for (const Entry& entry : visited) {
    EXPECT_EQ(entry.section, section);
    if (entry.tag < 0) {
      EXPECT_EQ(entry.action, Action::barrier);
      ++added;
      continue;
    }
    EXPECT_LT(next, entries.size());
    if (next >= entries.size()) break;
    const OpDesc& op = entries[next++].op;
    EXPECT_EQ(entry.tag, op.tag);
    EXPECT_EQ(entry.part, op.subtile);
    EXPECT_EQ(entry.count, op.wait_value);
    const bool in_slot = op.role == OpRole::global_load || op.role == OpRole::fragment_load;
    EXPECT_EQ(in_slot ? entry.slot(3) : op.stage, op.stage);
  }
  EXPECT_EQ(next, entries.size());
  return added;
}

template <class Plan>
struct Run : testing::Test {};

using Plans = testing::Types<PingPong, FourWave, SingleBuffer>;
TYPED_TEST_SUITE(Run, Plans);

TYPED_TEST(Run, VisitsEverySectionOfEveryRoleInOrder) {
  constexpr int last = TypeParam::pipe.roles - 1;
  const auto check = []<int Role>(std::integral_constant<int, Role>) {
    const auto& pipe = TypeParam::pipe;
    int added = expect_entries(visits<TypeParam, Role, Section::prologue>(), pipe.prologue, Section::prologue);
    EXPECT_EQ(expect_entries(visits<TypeParam, Role, Section::kernel>(), pipe.kernel, Section::kernel), 0);
    added += expect_entries(visits<TypeParam, Role, Section::epilogue>(), pipe.epilogue, Section::epilogue);
    EXPECT_EQ(added, TypeParam::protocol_barriers);
  };
  check(std::integral_constant<int, 0>{});
  check(std::integral_constant<int, last>{});
}

TYPED_TEST(Run, MultipliesEveryKTileOnce) {
  for (int trips = 0; trips < 4; ++trips) {
    const int tiles = TypeParam::pipe.peeled + trips * TypeParam::pipe.iterations_per_trip;
    int products = 0;
    int next_load = 0;
    run<TypeParam, 0>(tiles, [&](auto entry, int trip) {
      if (entry.value.accumulator == 0) ++products;
      if (entry.value.action != Action::fetch) return;
      EXPECT_GE(entry.value.version(trip), 0);
      if (entry.value.version(trip) > next_load) next_load = entry.value.version(trip);
    });
    EXPECT_EQ(products, tiles);
    EXPECT_GE(next_load, tiles - 1);
  }
}

// A dispatcher may be an lvalue that keeps its state from section to section, as a kernel's does.
struct Count {
  int entries = 0;
  constexpr void operator()(auto, int) { ++entries; }
};

TEST(RunState, StaysInTheDispatcher) {
  constexpr int entries = [] {
    Count count;
    run<PingPong, 1>(4, count);
    return count.entries;
  }();
  EXPECT_EQ(entries,
            PingPong::pipe.prologue.size() + PingPong::pipe.kernel.size() + PingPong::pipe.epilogue.size() + 2);
}

}  // namespace
