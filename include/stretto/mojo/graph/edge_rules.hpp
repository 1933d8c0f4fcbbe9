// The edge rules of the Mojo package: dependences inferred from roles, stages and subtiles.
//
// A rule connects producers of one role with consumers of another. Edges are listed by rule, then by producer, then by
// consumer. Single buffer has eight rules around its two barriers and the loop-carried fragment. Double buffer has five
// rules over the two halves of the body.
#pragma once

#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/graph/loop_body.hpp>

namespace stretto {

/// The inputs of a rule.
struct EdgeRuleContext {
  const Vector<OpDesc>& ops;     ///< the body, in order
  const PipelineConfig& config;  ///< structure of the loop
  int sync[2] = {-1, -1};        ///< the first two sync ops of the body

  /// Finds the sync ops. The body and the config must outlive this object.
  constexpr EdgeRuleContext(const Vector<OpDesc>& body, const PipelineConfig& pipeline) : ops(body), config(pipeline) {
    int found = 0;
    for (int i = 0; i < ops.size() && found < 2; ++i) {
      if (ops[i].role == OpRole::sync) sync[found++] = i;
    }
  }

  /// The half of the body that contains an op, 0 or 1.
  [[nodiscard]] constexpr int half(int op) const { return op < ops.size() / 2 ? 0 : 1; }
  /// True if the op has the loop-carried subtile.
  [[nodiscard]] constexpr bool carried(int op) const { return config.loop_carried.carries(ops[op]); }
  /// True if the op accesses the other half's stage.
  [[nodiscard]] constexpr bool is_cross_stage(int op) const { return ops[op].stage != half(op); }

  /// True if the compute op reads the registers that the fragment load writes.
  [[nodiscard]] constexpr bool matches(int fragment, int compute) const {
    return config.compute_match_key(ops[compute], ops[fragment].channel) == ops[fragment].subtile;
  }
  /// True if both ops have the same operand and the same stage.
  [[nodiscard]] constexpr bool same_buffer(int a, int b) const {
    return ops[a].channel == ops[b].channel && ops[a].stage == ops[b].stage;
  }
  /// True if both ops have the same stage and the same subtile.
  [[nodiscard]] constexpr bool same_tile(int a, int b) const {
    return ops[a].stage == ops[b].stage && ops[a].subtile == ops[b].subtile;
  }
};

inline constexpr int no_edge = -1;  ///< Result of a rule for two ops that it does not connect.

/// One rule: the role of the producers, the role of the consumers, and the loop distance between two ops, or no_edge.
struct EdgeRule {
  const char* name;                                                     ///< name in messages
  DepKind kind;                                                         ///< kind of the edges
  OpRole producer;                                                      ///< role of the producers
  OpRole consumer;                                                      ///< role of the consumers
  bool first_match_only;                                                ///< at most one edge per producer
  int (*distance)(const EdgeRuleContext&, int producer, int consumer);  ///< loop distance of the edge, or no_edge
};

namespace detail {

constexpr Vector<DepEdge> apply_rules(const EdgeRule* rules, int count, const EdgeRuleContext& context) {
  Vector<DepEdge> edges;
  const int n = context.ops.size();
  for (int r = 0; r < count; ++r) {
    const EdgeRule& rule = rules[r];
    for (int producer = 0; producer < n; ++producer) {
      if (context.ops[producer].role != rule.producer) continue;
      for (int consumer = 0; consumer < n; ++consumer) {
        if (context.ops[consumer].role != rule.consumer) continue;
        const int distance = rule.distance(context, producer, consumer);
        if (distance == no_edge) continue;
        edges.push_back({producer, consumer, rule.kind, distance});
        if (rule.first_match_only) break;
      }
    }
  }
  return edges;
}

constexpr int distance_if(bool connected, int distance) { return connected ? distance : no_edge; }

inline constexpr EdgeRule single_buffer_rules[] = {
    {"fragment feeds its compute", DepKind::flow, OpRole::fragment_load, OpRole::compute, true,
     [](const EdgeRuleContext& c, int p, int q) {
       return distance_if(!c.carried(p) && !c.carried(q) && c.ops[p].subtile == c.ops[q].subtile, 0);
     }},
    {"first barrier opens the store", DepKind::flow, OpRole::sync, OpRole::shared_store, false,
     [](const EdgeRuleContext& c, int p, int) { return distance_if(p == c.sync[0], 0); }},
    {"store before the second barrier", DepKind::flow, OpRole::shared_store, OpRole::sync, false,
     [](const EdgeRuleContext& c, int, int q) { return distance_if(q == c.sync[1], 0); }},
    {"second barrier opens the carried fragment", DepKind::flow, OpRole::sync, OpRole::fragment_load, false,
     [](const EdgeRuleContext& c, int p, int q) { return distance_if(p == c.sync[1] && c.carried(q), 0); }},
    {"other fragments before the first barrier", DepKind::anti, OpRole::fragment_load, OpRole::sync, false,
     [](const EdgeRuleContext& c, int p, int q) { return distance_if(q == c.sync[0] && !c.carried(p), 0); }},
    {"carried fragment feeds the next iteration's compute", DepKind::flow, OpRole::fragment_load, OpRole::compute,
     false, [](const EdgeRuleContext& c, int p, int q) { return distance_if(c.carried(p) && c.carried(q), 1); }},
    {"load feeds the next iteration's store", DepKind::flow, OpRole::global_load, OpRole::shared_store, false,
     [](const EdgeRuleContext&, int, int) { return 1; }},
    {"carried fragment is read before the next store", DepKind::anti, OpRole::fragment_load, OpRole::shared_store,
     false, [](const EdgeRuleContext& c, int p, int) { return distance_if(c.carried(p), 1); }},
};

inline constexpr EdgeRule double_buffer_rules[] = {
    {"fragment feeds the computes of its half", DepKind::flow, OpRole::fragment_load, OpRole::compute, false,
     [](const EdgeRuleContext& c, int p, int q) {
       return distance_if(!c.is_cross_stage(p) && c.half(p) == c.half(q) && c.matches(p, q), 0);
     }},
    {"accumulator passes from half 0 to half 1", DepKind::flow, OpRole::compute, OpRole::compute, false,
     [](const EdgeRuleContext& c, int p, int q) {
       return distance_if(c.half(p) == 0 && c.half(q) == 1 && c.same_tile(p, q), 0);
     }},
    {"accumulator passes to the next iteration", DepKind::flow, OpRole::compute, OpRole::compute, false,
     [](const EdgeRuleContext& c, int p, int q) {
       return distance_if(c.half(p) == 1 && c.half(q) == 0 && c.same_tile(p, q), 1);
     }},
    // A k_prev load completes the tile that this iteration reads. Any other load fetches a tile for the next iteration.
    {"load feeds the fragments of its stage", DepKind::flow, OpRole::global_load, OpRole::fragment_load, false,
     [](const EdgeRuleContext& c, int p, int q) {
       return distance_if(c.same_buffer(p, q), c.ops[p].k_offset == KOffsetKind::k_prev ? 0 : 1);
     }},
    {"fragments are read before a prefetch overwrites their stage", DepKind::anti, OpRole::fragment_load,
     OpRole::global_load, false,
     [](const EdgeRuleContext& c, int p, int q) {
       return distance_if(c.same_buffer(p, q) && c.ops[q].k_offset != KOffsetKind::k_prev, 0);
     }},
};

}  // namespace detail

/// Edges of a single-buffer body (depth 1).
constexpr Vector<DepEdge> single_buffer_edges(const Vector<OpDesc>& ops, const PipelineConfig& config) {
  return detail::apply_rules(detail::single_buffer_rules, 8, EdgeRuleContext(ops, config));
}

/// Edges of a double-buffer body (depth 2 and more).
constexpr Vector<DepEdge> double_buffer_edges(const Vector<OpDesc>& ops, const PipelineConfig& config) {
  return detail::apply_rules(detail::double_buffer_rules, 5, EdgeRuleContext(ops, config));
}

/// The default of `derive_edges`: infers the edges from op roles and the config.
constexpr Vector<DepEdge> infer_edges(const Vector<OpDesc>& ops, const PipelineConfig& config) {
  // Not a conditional expression: g++ 12 frees a Vector twice when it evaluates one in a constant expression.
  if (config.depth < 2) return single_buffer_edges(ops, config);
  return double_buffer_edges(ops, config);
}

}  // namespace stretto
