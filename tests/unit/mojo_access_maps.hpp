// The accesses of the Mojo schedules, by role: a load or store writes shared memory, a fragment load reads it and
// writes registers, a compute reads registers and accumulates.
#pragma once

#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/lower/fragment_layout.hpp>
#include <stretto/mojo/lower/k_offset.hpp>

#include "access_map.hpp"

namespace stretto {

/// A map, or the op that has none.
struct MadeMap {
  AccessMap map;
  AccessError error = AccessError::none;
  int op = -1;
};

/// Accesses of a double-buffer body (two halves, two K tiles per iteration). Fails if the stage of an op is not the
/// slot of the tile that it accesses. `wave_classes`: of the layout.
constexpr MadeMap double_buffer_access_map(const Vector<OpDesc>& body, const PipelineConfig& config,
                                           const FragmentLayout& layout, int wave_classes) {
  constexpr int tiles = 2;  // K tiles per iteration, one per half
  AccessMap map;
  const int shared[2] = {map.add_buffer({Space::shared, config.depth, tiles}),
                         map.add_buffer({Space::shared, config.depth, tiles})};
  const int operand[2] = {map.add_buffer({Space::registers, 1, tiles}), map.add_buffer({Space::registers, 1, tiles})};
  const int sum = map.add_buffer({Space::registers, 1, tiles});
  for (int i = 0; i < body.size(); ++i) {
    const OpDesc& op = body[i];
    const int half = i < body.size() / 2 ? 0 : 1;
    const int channel = op.channel == 0 ? 0 : 1;
    int tile = half;
    if (op.role == OpRole::global_load) tile = detail::loaded_tile(op.k_offset);
    if (op.role == OpRole::fragment_load && op.stage != half) tile = half + 1;  // for the half that follows
    const bool in_shared = op.role == OpRole::global_load || op.role == OpRole::fragment_load;
    if (in_shared && op.stage != tile % config.depth) {
      return {{}, AccessError::slot_mismatch, i};
    }
    for (int wave = 0; wave < wave_classes; ++wave) {
      switch (op.role) {
        case OpRole::global_load: map.write(i, wave, shared[channel], op.subtile, tile); break;
        case OpRole::fragment_load:
          map.read(i, wave, shared[channel], layout.half_tile(wave, channel, op.subtile), tile);
          map.write(i, wave, operand[channel], op.subtile, tile);
          break;
        case OpRole::compute:
          for (int c = 0; c < 2; ++c) map.read(i, wave, operand[c], config.compute_match_key(op, c), tile);
          map.accumulate(i, wave, sum, op.stage * config.n_mmas + op.subtile, tile);
          break;
        default: break;
      }
    }
  }
  return {map, AccessError::none, -1};
}

/// Accesses of a single-buffer body in its steady state: one LDS slot, with the next tile in registers.
constexpr AccessMap single_buffer_access_map(const Vector<OpDesc>& body, const PipelineConfig& config) {
  AccessMap map;
  int fragments = 0;
  for (const OpDesc& op : body) fragments += op.role == OpRole::fragment_load ? 1 : 0;
  const int staged = map.add_buffer({Space::registers, 1, 1});
  const int shared = map.add_buffer({Space::shared, 1, 1});
  const int operand = map.add_buffer({Space::registers, 1, 1});
  const int sum = map.add_buffer({Space::registers, 1, fragments});
  int computes = 0;
  for (int i = 0; i < body.size(); ++i) {
    const OpDesc& op = body[i];
    // The iteration multiplies tile 0, stores tile 1 and loads tile 2. Its loop-carried fragment belongs to tile 1.
    const int tile = op.role == OpRole::fragment_load && config.loop_carried.carries(op) ? 1 : 0;
    switch (op.role) {
      case OpRole::global_load: map.write(i, 0, staged, 0, 2); break;
      case OpRole::shared_store:
        map.read(i, 0, staged, 0, 1);
        for (int t = 0; t < fragments; ++t) map.write(i, 0, shared, t, 1);
        break;
      case OpRole::fragment_load:
        map.read(i, 0, shared, op.subtile, tile);
        map.write(i, 0, operand, op.subtile, tile);
        break;
      case OpRole::compute:
        map.read(i, 0, operand, op.subtile, 0);
        map.accumulate(i, 0, sum, 0, computes++);
        break;
      default: break;
    }
  }
  return map;
}

}  // namespace stretto
