// The builder of wave programs: slots, parities and roles follow from the indices.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace builder_tests {  // not anonymous: the indices must not reach other files of the unit
namespace {

using namespace indices;

constexpr WaveProgram ring(const IndexQuotient& parity) {
  using namespace steps;
  WaveProgramBuilder out;
  out.program.limits.shared_bytes = 1 << 20;
  const auto tile = out.shared("tile", 4, 1024);
  const auto full = out.mbarrier("full", 4, 1);
  const auto empty = out.mbarrier("empty", 4, 2);
  out.role("producer")
      .kernel(await(empty[i], parity), arrive(full[i]).expects(1024), fetch(i).writes(tile[i]).signals(full[i], 1024));
  auto consumer = out.role("consumer 0");
  consumer.kernel(await(full[i]), accumulate().in(Counter::mma).reads(tile[i]), wait(Counter::mma), arrive(empty[i]));
  out.role("consumer 1", consumer);
  return out.program;
}
static_assert(verify(ring(i / 4 + 1)).proven());
static_assert(!verify(ring(i / 4)).proven());

TEST(Builder, SlotsAdvanceAsTheIndexSays) {
  WaveProgramBuilder out;
  const auto tile = out.shared("tile", 4);
  const StepAccess access = steps::fetch().writes(tile[2 * i + k + 3]).accesses[0];
  EXPECT_EQ(access.slot_in_trip(Moment(5, 2, 1), 4), (2 * 5 + 3 + 3) % 4);
  EXPECT_EQ(steps::fetch().writes(tile[3 * t]).accesses[0].slot_in_trip(Moment(5, 2, 2), 4), 6 % 4);
}

TEST(Builder, IndicesBelowZeroNameTheSamePlace) {
  WaveProgramBuilder out;
  const auto tile = out.shared("tile", 4);
  const auto full = out.mbarrier("full", 3, 1);
  EXPECT_EQ(steps::fetch().writes(tile[i - 1]).accesses[0].slot_in_trip(1, 4), 0);
  EXPECT_EQ(steps::fetch().writes(tile[i - 1]).accesses[0].slot_in_trip(0, 4), 3);
  const StepDraft await = steps::await(full[i - 1]);
  EXPECT_EQ(await.step.phase_barrier.version(4) % 3, 0);
  EXPECT_EQ(await.step.phase_barrier.awaited_parity(4, 3), 1);
}

TEST(Builder, ParitiesAreQuotients) {
  WaveProgramBuilder out;
  const auto full = out.mbarrier("full", 4, 1);
  const Step carried = steps::await(full[i], i / 4).step;
  const Step restarted = steps::await(full[i], k / 4 + 1).step;
  const Step per_tile = steps::await(full[0], t / 1).step;
  const Moment late(9, 8, 3);
  EXPECT_EQ(carried.phase_barrier.awaited_parity(late, 4), 0);
  EXPECT_EQ(restarted.phase_barrier.awaited_parity(late, 4), 1);
  EXPECT_EQ(per_tile.phase_barrier.awaited_parity(late, 4), 1);
}

TEST(Builder, AllSubtilesUnlessOneIsNamed) {
  WaveProgramBuilder out;
  const auto tile = out.buffer({.name = "tile", .slots = 2, .subtiles = 3});
  EXPECT_EQ(steps::fetch().writes(tile[i]).accesses.size(), 3);
  const StepDraft one = steps::fetch().writes(tile[i].part(2));
  ASSERT_EQ(one.accesses.size(), 1);
  EXPECT_EQ(one.accesses[0].subtile, 2);
}

/// Two workgroups that read what the other wrote.
constexpr WaveProgram exchange(bool waits_first) {
  using namespace steps;
  WaveProgramBuilder out;
  out.program.limits.shared_bytes = 1 << 20;
  const auto all = out.cluster_barrier();
  const auto left = out.buffer({.name = "left", .bytes = 1024});
  const auto right = out.buffer({.name = "right", .bytes = 1024, .workgroup = 1});
  for (const int rank : {0, 1}) {
    const auto mine = rank == 0 ? left : right;
    const auto other = rank == 0 ? right : left;
    auto role = out.role(rank == 0 ? "rank 0" : "rank 1").workgroup(rank);
    role.kernel(fetch(i).writes(mine), arrive(all));
    if (waits_first) role.kernel(await(all), accumulate(rank).reads(other));
    if (!waits_first) role.kernel(accumulate(rank).reads(other), await(all));
    role.kernel(barrier(all));
  }
  return out.program;
}
static_assert(verify(exchange(true)).proven());
static_assert(!verify(exchange(false)).proven());

TEST(Builder, TheClusterBarrierJoinsAllWaves) {
  const WaveProgram program = exchange(true);
  EXPECT_EQ(program.phase_barriers[0].arrivals, 2);
  EXPECT_EQ(program.phase_barriers[0].kind, PhaseBarrierKind::cluster);
  bool reads_too_early = false;
  for (const Hazard& hazard : verify(exchange(false)).hazards) {
    reads_too_early = reads_too_early || hazard.kind == HazardKind::flow || hazard.kind == HazardKind::content;
  }
  EXPECT_TRUE(reads_too_early);
}

TEST(Builder, ARoleLikeAnotherHasItsStepsAndWavesOfItsOwn) {
  const WaveProgram program = ring(i / 4 + 1);
  ASSERT_EQ(program.roles.size(), 3);
  EXPECT_EQ(program.roles[2].first_wave, 2);
  EXPECT_EQ(program.roles[2].steps.kernel.size(), program.roles[1].steps.kernel.size());
  EXPECT_EQ(program.accumulators, 1);
  EXPECT_EQ(program.tiles_per_trip, 1);
}

}  // namespace
}  // namespace builder_tests
}  // namespace stretto
