// Dependences from accesses alone, and how they compare with the edge rules of the Mojo package.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "mojo_access_maps.hpp"

namespace stretto {
namespace {

bool contains(const Vector<DepEdge>& edges, const DepEdge& edge) {
  for (const DepEdge& other : edges) {
    if (other == edge) return true;
  }
  return false;
}

Vector<DepEdge> missing_from(const Vector<DepEdge>& edges, const Vector<DepEdge>& wanted, bool with_output = false) {
  Vector<DepEdge> missing;
  for (const DepEdge& edge : wanted) {
    if ((with_output || edge.kind != DepKind::output) && !contains(edges, edge)) missing.push_back(edge);
  }
  return missing;
}

// A ring of three slots: the load runs two tiles ahead of the multiplication.
constexpr AccessMap ring(int slots, int ahead) {
  AccessMap map;
  const int tile = map.add_buffer({Space::shared, slots, 1});
  map.write(0, 0, tile, 0, ahead);
  map.read(1, 0, tile, 0, 0);
  return map;
}
static_assert(derive_dependences(ring(3, 2)).edges.size() == 3);
static_assert(derive_dependences(ring(3, 2)).edges[0] == DepEdge{0, 1, DepKind::flow, 2});
static_assert(derive_dependences(ring(3, 2)).edges[1] == DepEdge{1, 0, DepKind::anti, 1});
static_assert(derive_dependences(ring(3, 2)).edges[2] == DepEdge{0, 0, DepKind::output, 3});

TEST(Dependences, DistancesFollowFromSlotsAndLead) {
  for (int slots = 1; slots <= 6; ++slots) {
    for (int ahead = 0; ahead <= slots; ++ahead) {
      const DerivedEdges edges = derive_dependences(ring(slots, ahead));
      ASSERT_TRUE(edges.error == AccessError::none) << slots << " slots, " << ahead << " ahead";
      EXPECT_TRUE(contains(edges.edges, {0, 1, DepKind::flow, ahead}));
      // A recurrence of flow and anti edges holds exactly one ring of tiles.
      EXPECT_TRUE(contains(edges.edges, {1, 0, DepKind::anti, slots - ahead}));
    }
  }
}

TEST(Dependences, RefuseALoadThatRunsAheadOfItsRing) {
  const DerivedEdges refused = derive_dependences(ring(2, 3));
  EXPECT_EQ(refused.error, AccessError::overwritten_early);
  EXPECT_EQ(refused.first_op, 1);
  EXPECT_EQ(refused.second_op, 0);
}

TEST(Dependences, RefuseAReadAheadOfItsWrite) {
  EXPECT_EQ(derive_dependences(ring(2, -1)).error, AccessError::read_before_write);
  AccessMap map;
  const int tile = map.add_buffer({Space::shared, 1, 2});
  map.write(0, 0, tile, 0, 0);
  map.read(1, 0, tile, 0, 1);  // an odd version, and only even ones are written
  const DerivedEdges refused = derive_dependences(map);
  EXPECT_EQ(refused.error, AccessError::never_written);
  EXPECT_EQ(refused.first_op, 1);
}

TEST(Dependences, RegistersOfDifferentWavesDoNotMeet) {
  AccessMap map;
  const int own = map.add_buffer({Space::registers, 1, 1});
  map.write(0, 0, own, 0, 0);
  map.write(1, 1, own, 0, 0);
  map.read(2, 1, own, 0, 0);
  const Vector<DepEdge> edges = derive_dependences(map).edges;
  EXPECT_FALSE(contains(edges, {0, 2, DepKind::flow, 0}));
  EXPECT_TRUE(contains(edges, {1, 2, DepKind::flow, 0}));
}

TEST(MojoEdgeRules, PingPongAreAllThereButNotEnough) {
  const PingPongSchedule schedule;
  const PipelineConfig config = schedule.config();
  const Vector<OpDesc> body = schedule.build_body().value;
  const Vector<DepEdge> inferred = infer_edges(body, config);
  const Vector<DepEdge> derived =
      derive_dependences(double_buffer_access_map(body, config, FragmentLayout::ping_pong(), 4).map).edges;
  // 1. Every inferred edge is derived, with the same distance.
  EXPECT_TRUE(missing_from(derived, inferred).empty());
  // 2. What is missing there: 16 anti edges from an MMA to the fragment that overwrites its operand, and 2 from the
  //    fragments of stage 1 to the completion load of the next iteration.
  int operands = 0;
  int completions = 0;
  const Vector<DepEdge> missing = missing_from(inferred, derived);
  for (const DepEdge& edge : missing) {
    EXPECT_EQ(edge.kind, DepKind::anti);
    operands += body[edge.producer].role == OpRole::compute ? 1 : 0;
    completions += body[edge.consumer].k_offset == KOffsetKind::k_prev && edge.loop_distance == 1 ? 1 : 0;
  }
  EXPECT_EQ(operands, 16);
  EXPECT_EQ(completions, 2);
  EXPECT_EQ(missing.size(), 18);
}

TEST(MojoEdgeRules, FourWaveAreTooStrongAcrossSubtilesAndWrongForTheRotation) {
  const FourWaveSchedule schedule{
      make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}), {}, mi355x_target()};
  const PipelineConfig config = schedule.config();
  const Vector<OpDesc> body = schedule.build_body().value;
  const Vector<DepEdge> inferred = schedule.derive_edges(body);
  const Vector<DepEdge> derived =
      derive_dependences(double_buffer_access_map(body, config, FragmentLayout::four_wave(), 1).map).edges;
  // 1. Inferred and not real: 16 between different half-tiles, 4 of the rotation with the wrong distance.
  int other_half_tile = 0;
  const Vector<DepEdge> unreal = missing_from(derived, inferred);
  for (const DepEdge& edge : unreal)
    other_half_tile += body[edge.producer].subtile != body[edge.consumer].subtile ? 1 : 0;
  EXPECT_EQ(unreal.size(), 20);
  EXPECT_EQ(other_half_tile, 16);
  // 2. A rotation fragment of partition 1 reads what partition 0 loaded in the same iteration. The rules assume the
  // iteration before.
  for (const auto& [load, fragment] : {std::pair{0, 19}, std::pair{3, 22}}) {
    EXPECT_TRUE(contains(inferred, {load, fragment, DepKind::flow, 1}));
    EXPECT_TRUE(contains(derived, {load, fragment, DepKind::flow, 0}));
    EXPECT_TRUE(contains(inferred, {fragment, load, DepKind::anti, 0}));
    EXPECT_TRUE(contains(derived, {fragment, load, DepKind::anti, 1}));
  }
  // 3. So none of the six inferred edges that the identity order violates is a real one.
  LoopBody real;
  real.ops = body;
  real.edges = derived;
  EXPECT_EQ(broken_edges({.ops = body, .edges = inferred}, identity_schedule(real)).size(), 6);
  EXPECT_TRUE(broken_edges(real, identity_schedule(real)).empty());
}

TEST(MojoEdgeRules, PingPongIdentityBreaksRealEdges) {
  const PingPongSchedule schedule;
  LoopBody real;
  real.ops = schedule.build_body().value;
  real.edges =
      derive_dependences(double_buffer_access_map(real.ops, schedule.config(), FragmentLayout::ping_pong(), 4).map)
          .edges;
  const Vector<DepEdge> broken = broken_edges(real, identity_schedule(real));
  ASSERT_EQ(broken.size(), 2);
  EXPECT_EQ(broken[0], (DepEdge{7, 5, DepKind::anti, 0}));
  EXPECT_EQ(broken[1], (DepEdge{19, 17, DepKind::anti, 0}));
}

TEST(MojoEdgeRules, SingleBufferGoesThroughItsBarriers) {
  SingleBufferLoop loop;
  loop.num_k_tiles = 3;
  const PipelineConfig config = loop.config();
  const Vector<OpDesc> body = loop.build_body().value;
  const Vector<DepEdge> inferred = infer_edges(body, config);
  const Vector<DepEdge> derived = derive_dependences(single_buffer_access_map(body, config)).edges;
  // 1. Inferred and not derived: exactly the edges to and from a barrier, which touches nothing.
  for (const DepEdge& edge : missing_from(derived, inferred)) {
    EXPECT_TRUE(body[edge.producer].role == OpRole::sync || body[edge.consumer].role == OpRole::sync);
  }
  // 2. What the barriers ensure: the store comes after the fragments that it overwrites and before those that it
  // feeds.
  const int store = 4;
  ASSERT_EQ(body[store].role, OpRole::shared_store);
  EXPECT_TRUE(contains(derived, {0, store, DepKind::anti, 0}));
  EXPECT_TRUE(contains(derived, {store, 9, DepKind::flow, 0}));
  // 3. Not inferred at all: the store reads the registers that the load overwrites.
  EXPECT_TRUE(contains(derived, {store, 5, DepKind::anti, 0}));
  EXPECT_EQ(body[5].role, OpRole::global_load);
}

TEST(AccessMaps, RefuseAStageThatIsNotTheTilesSlot) {
  const PingPongSchedule schedule;
  Vector<OpDesc> body = schedule.build_body().value;
  body[5].k_offset = KOffsetKind::k1;  // a load of stage 0 that brings an odd tile
  const MadeMap refused = double_buffer_access_map(body, schedule.config(), FragmentLayout::ping_pong(), 4);
  EXPECT_EQ(refused.error, AccessError::slot_mismatch);
  EXPECT_EQ(refused.op, 5);
}

}  // namespace
}  // namespace stretto
