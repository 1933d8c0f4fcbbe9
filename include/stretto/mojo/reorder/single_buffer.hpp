// single_buffer_reorder: the steady state of a single-buffer body. optimize_within_barriers: the exact order of the ops
// between barriers.
#pragma once

#include <stretto/mojo/graph/edge_rules.hpp>
#include <stretto/mojo/schedulers/exact.hpp>
#include <stretto/mojo/schedulers/identity.hpp>

namespace stretto {

/// The order is: fragments that are not loop-carried, the loop-carried compute, barrier, store, load, the other
/// computes, barrier, the loop-carried fragment. These two barriers replace the declared ones. Fails if an op of
/// another role would be lost.
constexpr Result<Vector<OpDesc>> single_buffer_reorder(const Vector<OpDesc>& body, const PipelineConfig& config) {
  for (int i = 0; i < body.size(); ++i) {
    switch (body[i].role) {
      case OpRole::global_load:
      case OpRole::shared_store:
      case OpRole::fragment_load:
      case OpRole::compute: break;
      default:
        if (body[i].tag != tags::barrier) return Diagnostic(Rule::op_lost, 0, 0).with_op(i);
    }
  }
  Vector<OpDesc> out;
  const auto take = [&](OpRole role, bool carried) {
    for (const OpDesc& op : body) {
      const bool by_subtile = role == OpRole::fragment_load || role == OpRole::compute;
      if (op.role == role && (!by_subtile || config.loop_carried.carries(op) == carried)) out.push_back(op);
    }
  };
  take(OpRole::fragment_load, false);
  take(OpRole::compute, true);
  out.push_back(OpDesc::barrier());
  take(OpRole::shared_store, false);
  take(OpRole::global_load, false);
  take(OpRole::compute, false);
  out.push_back(OpDesc::barrier());
  take(OpRole::fragment_load, true);
  return out;
}

/// One segment between barriers and its search result.
struct SegmentResult {
  int begin = 0;        ///< first op of the segment
  int end = 0;          ///< one past the last op
  int lower_bound = 0;  ///< lower bound on its makespan
  SearchResult search;  ///< order, cost and status
};

/// An order of the whole body and the result for each segment.
struct SegmentedOrder {
  Vector<int> order;               ///< permutation of the whole body
  Vector<SegmentResult> segments;  ///< segments of two or more ops
};

/// Orders each segment of two or more ops between barriers separately. Barriers keep their positions.
/// Fails if a segment has no order within the limits.
constexpr Result<SegmentedOrder> optimize_within_barriers(const LoopBody& body, const SearchLimits& limits) {
  SegmentedOrder result;
  result.order = identity_schedule(body);
  for (int begin = 0; begin < body.size();) {
    int end = begin;
    while (end < body.size() && body.ops[end].tag != tags::barrier) ++end;
    if (end - begin >= 2) {
      LoopBody stretch;
      for (int i = begin; i < end; ++i) stretch.ops.push_back(body.ops[i]);
      for (const DepEdge& edge : body.edges) {
        const bool inside = edge.producer >= begin && edge.producer < end && edge.consumer >= begin &&
                            edge.consumer < end && edge.loop_distance == 0;
        if (inside) stretch.edges.push_back({edge.producer - begin, edge.consumer - begin, edge.kind, 0});
      }
      SearchLimits whole = limits;
      whole.parts = 1;
      whole.fits_blocks = false;
      SegmentResult segment;
      segment.begin = begin;
      segment.end = end;
      segment.lower_bound = makespan_lower_bound(stretch, limits.contention_penalty);
      segment.search = exact_schedule(stretch, whole);
      if (segment.search.error) return segment.search.error;
      for (int i = begin; i < end; ++i) result.order[i] = begin + segment.search.order[i - begin];
      result.segments.push_back(segment);
    }
    begin = end + 1;
  }
  return result;
}

}  // namespace stretto
