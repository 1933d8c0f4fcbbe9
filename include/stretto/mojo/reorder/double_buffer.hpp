// double_buffer_reorder: turns a declared double-buffer body into an MMA-centred execution order.
//
// Each half is interleaved separately. Each MMA is preceded by the fragments that no earlier MMA needed, then by global
// loads up to the block's target. The target is `heavy` if the MMA starts a row and `light` otherwise, minus the
// fragments and the MMA. With a positive max_globals, the number of loads is at least 1 and at most max_globals.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>

namespace stretto {

namespace detail {

constexpr int loads_wanted(const BlockSizing& sizing, bool opens_row, int fragments) {
  int wanted = (opens_row ? sizing.heavy : sizing.light) - fragments - 1;
  if (sizing.max_globals > 0) {
    if (wanted < 1) wanted = 1;
    if (wanted > sizing.max_globals) wanted = sizing.max_globals;
  }
  return wanted;
}

}  // namespace detail

/// Interleaves the ops [begin, end) of a body. Fails if an op would be lost: a load that no block takes, a fragment
/// that no MMA needs, or an op of another role.
constexpr Result<Vector<OpDesc>> mma_block_interleave_list(const Vector<OpDesc>& body, int begin, int end,
                                                           const PipelineConfig& config) {
  Vector<OpDesc> out;
  Vector<char> taken(body.size(), 0);
  int next_load = begin;
  int row = -1;
  for (int mma = begin; mma < end; ++mma) {
    if (body[mma].role != OpRole::compute) continue;
    int fragments = 0;
    for (int pass = 0; pass < 2; ++pass) {
      const int channel = config.frag_order.b_before_a ? 1 - pass : pass;
      for (int i = begin; i < end; ++i) {
        const OpDesc& op = body[i];
        if (taken[i] != 0 || op.role != OpRole::fragment_load || op.channel != channel) continue;
        if (config.compute_match_key(body[mma], channel) != op.subtile) continue;
        taken[i] = 1;
        out.push_back(op);
        ++fragments;
      }
    }
    int wanted = detail::loads_wanted(config.block_sizing, body[mma].stage != row, fragments);
    for (; next_load < end && wanted > 0; ++next_load) {
      if (body[next_load].role != OpRole::global_load) continue;
      taken[next_load] = 1;
      out.push_back(body[next_load]);
      --wanted;
    }
    row = body[mma].stage;
    taken[mma] = 1;
    out.push_back(body[mma]);
  }
  for (int i = begin; i < end; ++i) {
    if (taken[i] == 0) return Diagnostic(Rule::op_lost, 0, 0).with_op(i);
  }
  return out;
}

/// Interleaves the first and the second half of the body. Fails like mma_block_interleave_list.
constexpr Result<Vector<OpDesc>> double_buffer_reorder(const Vector<OpDesc>& body, const PipelineConfig& config) {
  const int half = body.size() / 2;
  Result<Vector<OpDesc>> first = mma_block_interleave_list(body, 0, half, config);
  if (!first.ok()) return first.error;
  Result<Vector<OpDesc>> second = mma_block_interleave_list(body, half, body.size(), config);
  if (!second.ok()) return second.error;
  first.value.append(second.value);
  return first;
}

}  // namespace stretto
