// A cluster's pipeline as a constant: the program of all workgroups can be rebuilt from the entries of one. Also
// successive runs with a cursor.
#include <vector>

#include <gtest/gtest.h>

#include <stretto/program/ring_cursor.hpp>

#include "declared_loops.hpp"

namespace stretto {
namespace {

using Single = declared::Policy<declared::PersistentGemm<1, 3>>;
using Pair3 = declared::Policy<declared::PersistentGemm<2, 3>>;
using Pair4 = declared::Policy<declared::PersistentGemm<2, 4>>;
static_assert(Single::pipe.cluster == 1 && Pair3::pipe.cluster == 2 && Pair4::pipe.cluster == 2);
static_assert(Single::pipe.proven() && Pair3::pipe.proven() && Pair4::pipe.proven());
static_assert(Pair3::pipe.ring_slots == 3 && Pair4::pipe.ring_slots == 4);
static_assert(Pair4::pipe.ii == 1024 && Pair4::pipe.optimal);
static_assert(Pair4::pipe.roles == 2 && Pair4::pipe.barriers == 2);
static_assert(Pair4::pipe.shared_bytes == 4 * 49152);
static_assert(Pair4::pipe.phase_barriers[0].arrivals == 1 && Pair4::pipe.phase_barriers[1].arrivals == 4);

template <class Policy>
Pipeline made() {
  using Declared = typename Policy::Declared;
  Result<Pipeline> result = make_pipeline(Declared::declare(), Declared::target(), Declared::options());
  EXPECT_TRUE(result.ok());
  return result.value;
}

TEST(ClusterStatic, EntriesStandForEveryRanksSteps) {
  constexpr const StaticPipeline& pipe = Pair4::pipe;
  const Pipeline whole = made<Pair4>();
  const int ops = whole.loop.ops.size();
  int everywhere = 0;
  for (int r = 0; r < pipe.cluster; ++r) {
    for (int a = 0; a < pipe.roles; ++a) {
      const Role& role = whole.program.roles[r * pipe.roles + a];
      EXPECT_EQ(role.extra_trips, pipe.extra_trips[a]);
      for (const Section section : run_sections) {
        const Vector<Step>& steps = role.steps[section];
        int next = 0;
        for (int i = pipe.begin(0, a, section); i < pipe.end(0, a, section); ++i) {
          const Entry& entry = pipe.entries[i];
          EXPECT_EQ(entry.section, section);
          everywhere += entry.everywhere ? 1 : 0;
          for (int k = 0; k < (entry.everywhere ? pipe.cluster : 1); ++k) {
            ASSERT_LT(next, steps.size());
            const Step& step = steps[next++];
            EXPECT_EQ(step.action, entry.action);
            EXPECT_EQ(step.counter, entry.counter);
            EXPECT_EQ(step.count, entry.count);
            EXPECT_EQ(step.op, entry.op < 0 ? -1 : entry.op + (k == 0 ? r : pipe.cluster) * ops);
            EXPECT_EQ(step.phase_barrier.bytes, entry.bytes);
            if (entry.barrier < 0) continue;
            EXPECT_EQ(step.phase_barrier.barrier, entry.barrier + (r + k) % pipe.cluster * pipe.barriers);
            EXPECT_EQ(step.phase_barrier.slot, entry.iteration);
            EXPECT_EQ(step.phase_barrier.flip, entry.flip);
          }
        }
        EXPECT_EQ(next, steps.size());
      }
    }
  }
  EXPECT_GT(everywhere, 0);
}

TEST(RingCursor, IsAtTheVersion) {
  RingCursor<3> cursor;
  for (int version = 0; version < 20; ++version) {
    EXPECT_EQ(cursor.slot, version % 3);
    EXPECT_EQ(cursor.parity, version / 3 % 2);
    const auto expect_at = [&](RingPlace place, int ahead, int flip) {
      EXPECT_EQ(place.slot, (version + ahead) % 3) << version << " + " << ahead;
      EXPECT_EQ(place.parity, ((version + ahead) / 3 + flip) % 2) << version << " + " << ahead;
    };
    expect_at(cursor.ahead<0>(), 0, 0);
    expect_at(cursor.ahead<1>(), 1, 0);
    expect_at(cursor.ahead<2, 1>(), 2, 1);
    expect_at(cursor.ahead<3>(), 3, 0);
    expect_at(cursor.ahead<5, 1>(), 5, 1);
    expect_at(cursor.ahead<7>(), 7, 0);
    RingCursor<3> other = cursor;
    other.advance<4>();
    expect_at({other.slot, other.parity}, 4, 0);
    cursor.advance();
  }
}

TEST(RingCursor, TurnsInPlaceWithOneSlot) {
  RingCursor<1> cursor;
  for (int version = 0; version < 5; ++version) {
    EXPECT_EQ(cursor.ahead<0>(), (RingPlace{0, version % 2}));
    EXPECT_EQ((cursor.ahead<3, 1>()), (RingPlace{0, version % 2}));
    cursor.advance();
  }
}

struct Done {
  Action action = Action::nothing;
  int op = -1;
  int barrier = -1;
  int count = 0;
  RingPlace at;

  friend bool operator==(const Done&, const Done&) = default;
};

/// Rank 0's steps in successive runs, with the index that wave programs use.
std::vector<Done> wanted(const Pipeline& pipe, int role, const std::vector<int>& runs) {
  const int slots = pipe.rings[0].slots;
  const int barriers = pipe.program.phase_barriers.size() / pipe.loop.cluster;
  std::vector<Done> all;
  int first = 0;
  const auto add = [&](const Vector<Step>& steps, int trip) {
    for (const Step& step : steps) {
      const PhaseUse& use = step.phase_barrier;
      if (use.barrier >= barriers) continue;
      Done done{step.action, step.op, use.barrier, step.count, {}};
      if (use.present()) {
        done.at = {use.version(trip) % slots, (use.version(trip) / slots + use.flip) % 2, use.version(trip) - first};
      } else if (step.op >= 0) {
        done.at.slot = pipe.program.accesses[step.first_access].slot_in_trip(trip, slots);
        done.at.parity = (step.tile + trip * step.tile_step) / slots % 2;
        done.at.iteration = step.tile + trip * step.tile_step - first;
      }
      all.push_back(done);
    }
  };
  for (const int iterations : runs) {
    const Role& runner = pipe.program.roles[role];
    const int trips = iterations - pipe.peeled + runner.extra_trips;
    add(runner.steps.prologue, first);
    for (int i = 0; i < trips; ++i) add(runner.steps.kernel, first + i);
    add(runner.steps.epilogue, first + trips);
    first += iterations;
  }
  return all;
}

template <class Policy, int Role>
std::vector<Done> executed(const std::vector<int>& runs) {
  std::vector<Done> all;
  RingCursor<Policy::pipe.ring_slots> cursor;
  int versions = 0;
  for (const int iterations : runs) {
    run<Policy, Role>(iterations, cursor, [&](auto entry, RingPlace at) {
      constexpr Entry e = decltype(entry)::value;
      const bool placed = e.barrier >= 0 || e.op >= 0;
      all.push_back({e.action, e.op, e.barrier, e.count, placed ? at : RingPlace{}});
    });
    versions += iterations;
    EXPECT_EQ(cursor.slot, versions % Policy::pipe.ring_slots);
    EXPECT_EQ(cursor.parity, versions / Policy::pipe.ring_slots % 2);
  }
  return all;
}

template <class Policy>
void expect_same() {
  const Pipeline pipe = made<Policy>();
  const int least = pipe.peeled;
  for (const std::vector<int>& more : {std::vector<int>{0}, {5}, {0, 0, 0, 0, 0}, {1, 4, 2, 0, 3}, {7, 1, 1, 11}}) {
    std::vector<int> runs;
    for (const int n : more) runs.push_back(least + n);
    EXPECT_EQ((executed<Policy, 0>(runs)), wanted(pipe, 0, runs));
    EXPECT_EQ((executed<Policy, 1>(runs)), wanted(pipe, 1, runs));
  }
}

TEST(RingCursor, RunsFollowEachOther) {
  expect_same<Single>();
  expect_same<Pair3>();
  expect_same<Pair4>();
}

}  // namespace
}  // namespace stretto
