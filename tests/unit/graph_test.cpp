// The loop dependency graph: timing, validation, the edge rules of the Mojo package, evaluation of orders.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "kernel_op.hpp"

namespace stretto {
namespace {

OpDesc op(ResourceKind resource, int latency) { return kernel_op(0, {resource, latency, OpRole::compute, 4, 1}); }

/// load(200) -> read(20) -> mma(16), and a free mma.
LoopBody chain() {
  LoopBody body;
  body.ops = {op(ResourceKind::global_mem, 200), op(ResourceKind::lds, 20), op(ResourceKind::mma_unit, 16),
              op(ResourceKind::mma_unit, 16)};
  body.edges = {{0, 1, DepKind::flow, 0}, {1, 2, DepKind::flow, 0}, {2, 0, DepKind::anti, 1}};
  return body;
}

TEST(Timing, AsapAlapAndSlack) {
  const Timing timing = compute_timing(chain());
  EXPECT_EQ(timing.critical_path, 236);
  EXPECT_EQ(timing.nodes[2].asap, 220);
  EXPECT_EQ(timing.nodes[2].slack(), 0);
  EXPECT_EQ(timing.nodes[3].asap, 0);
  EXPECT_EQ(timing.nodes[3].alap, 220);
  EXPECT_EQ(timing.nodes[3].slack(), 220);
}

TEST(Evaluate, LoopCarriedEdgesDoNotCount) {
  EXPECT_EQ(evaluate_order(chain(), detail::identity_order(4), 0).makespan, 252);
}

TEST(Evaluate, OrderDecidesWhoUsesTheUnitFirst) { EXPECT_EQ(evaluate_order(chain(), {3, 0, 1, 2}, 0).makespan, 236); }

TEST(Evaluate, ThePortIsHeldForThePenalty) {
  LoopBody body;
  body.ops = {op(ResourceKind::lds, 20), op(ResourceKind::global_mem, 20), op(ResourceKind::lds, 20)};
  EXPECT_EQ(evaluate_order(body, detail::identity_order(3), 0).makespan, 20);
  EXPECT_EQ(evaluate_order(body, detail::identity_order(3), 8).makespan, 36);
  EXPECT_EQ(makespan_lower_bound(body, 8), 24);
}

TEST(Evaluate, ValuAndMmaSerialiseApart) {
  LoopBody body;
  body.ops = {op(ResourceKind::mma_unit, 16), op(ResourceKind::valu, 10), op(ResourceKind::mma_unit, 16),
              op(ResourceKind::valu, 10)};
  EXPECT_EQ(evaluate_order(body, detail::identity_order(4), 0).makespan, 32);
  EXPECT_EQ(makespan_lower_bound(body, 0), 32);
}

TEST(Evaluate, PressurePeaksBeforeTheKill) {
  EXPECT_EQ(evaluate_order(chain(), detail::identity_order(4), 0).vgpr_peak, 4 + 3 * 3);
}

TEST(Evaluate, ALaterPredecessorCountsAsFinishedAtZeroAndIsReported) {
  EXPECT_EQ(evaluate_order(chain(), {1, 0, 2, 3}, 0).makespan, 200);
  const Vector<DepEdge> broken = broken_edges(chain(), {1, 0, 2, 3});
  ASSERT_EQ(broken.size(), 1);
  EXPECT_EQ(broken[0], (DepEdge{0, 1, DepKind::flow, 0}));
}

TEST(Validate, NamesTheCycleOpByOp) {
  LoopBody body = chain();
  body.edges.push_back({2, 0, DepKind::flow, 0});
  const Diagnostic cycle = validate(body);
  EXPECT_EQ(cycle.rule, Rule::same_iteration_cycle);
  ASSERT_EQ(cycle.op_count, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(cycle.ops[i], i);
  EXPECT_EQ(compute_timing(body).nodes.size(), 0);
}

// Post-conditions of the double-buffer rules on the ping-pong body, beside the recorded lists in tests/reference.
TEST(EdgeRules, PingPongEdges) {
  const PingPongSchedule schedule;
  const PipelineConfig config = schedule.config();
  const Vector<OpDesc> ops = schedule.build_body().value;
  const Vector<DepEdge> edges = infer_edges(ops, config);
  EXPECT_EQ(edges.size(), config.total_edges());
  for (const DepEdge& edge : edges) {
    const OpDesc& producer = ops[edge.producer];
    const OpDesc& consumer = ops[edge.consumer];
    // 1. A flow edge from a load has distance 0 exactly when the load is k_prev.
    if (producer.role == OpRole::global_load) {
      EXPECT_EQ(edge.loop_distance == 0, producer.k_offset == KOffsetKind::k_prev);
    }
    // 2. Memory edges stay within one channel and stage.
    if (producer.role == OpRole::global_load || consumer.role == OpRole::global_load) {
      EXPECT_EQ(producer.channel, consumer.channel);
      EXPECT_EQ(producer.stage, consumer.stage);
    }
    // 3. An MMA passes its accumulator to the MMA of the same tile.
    if (producer.role == OpRole::compute) {
      EXPECT_EQ(producer.stage, consumer.stage);
      EXPECT_EQ(producer.subtile, consumer.subtile);
    }
  }
}

TEST(EdgeRules, RotationFragmentsFeedTheOtherPartition) {
  const FourWaveSchedule schedule{
      make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}), {}, mi355x_target()};
  const Vector<OpDesc> ops = schedule.build_body().value;
  int from_rotation = 0;
  for (const DepEdge& edge : schedule.derive_edges(ops)) {
    const OpDesc& producer = ops[edge.producer];
    const bool rotation = producer.role == OpRole::fragment_load && producer.stage != edge.producer / 12;
    if (!rotation || ops[edge.consumer].role != OpRole::compute) continue;
    EXPECT_NE(edge.producer / 12, edge.consumer / 12);
    EXPECT_EQ(edge.loop_distance, edge.producer / 12);
    ++from_rotation;
  }
  EXPECT_EQ(from_rotation, 8);
}

}  // namespace
}  // namespace stretto
