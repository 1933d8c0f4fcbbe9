// Cross-stage rotation: a half loads the leading fragments (subtile 0) of the *other* stage, for the half that follows.
// The default rules assume that a half reads its own stage. These two functions correct the edges.
#pragma once

#include <stretto/mojo/graph/edge_rules.hpp>

namespace stretto {

namespace detail {
constexpr bool is_rotation_fragment(const EdgeRuleContext& context, int op) {
  return context.ops[op].role == OpRole::fragment_load && context.ops[op].subtile == 0 && context.is_cross_stage(op);
}
}  // namespace detail

/// Removes the fragment -> compute edges of rotation fragments.
constexpr Vector<DepEdge> drop_rotation_register_flow(const Vector<DepEdge>& edges, const Vector<OpDesc>& ops,
                                                      const PipelineConfig& config) {
  const EdgeRuleContext context(ops, config);
  Vector<DepEdge> kept;
  for (const DepEdge& edge : edges) {
    const bool register_flow = edge.kind == DepKind::flow && ops[edge.consumer].role == OpRole::compute;
    if (!(register_flow && detail::is_rotation_fragment(context, edge.producer))) kept.push_back(edge);
  }
  return kept;
}

/// Returns, for each rotation fragment, flow edges to the matching computes of the other half, and anti edges from the
/// matching computes of its own half, whose operand it overwrites.
constexpr Vector<DepEdge> rotation_edges(const Vector<OpDesc>& ops, const PipelineConfig& config) {
  const EdgeRuleContext context(ops, config);
  Vector<DepEdge> edges;
  for (int fragment = 0; fragment < ops.size(); ++fragment) {
    if (!detail::is_rotation_fragment(context, fragment)) continue;
    const int half = context.half(fragment);
    for (int compute = 0; compute < ops.size(); ++compute) {
      if (ops[compute].role != OpRole::compute || !context.matches(fragment, compute)) continue;
      if (context.half(compute) == half) {
        edges.push_back({compute, fragment, DepKind::anti, 0});
      } else {
        edges.push_back({fragment, compute, DepKind::flow, half == 0 ? 0 : 1});
      }
    }
  }
  return edges;
}

}  // namespace stretto
