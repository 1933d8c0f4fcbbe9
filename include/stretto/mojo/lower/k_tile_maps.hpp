// The accesses of the Mojo schedules, by role: a load or store writes shared memory, a fragment load reads it and
// writes registers, a compute reads registers and accumulates.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/program/access.hpp>

namespace stretto {

/// Which half-tile a fragment reads. This depends on how the waves of a workgroup divide the tile.
struct FragmentLayout {
  int wave_classes = 1;  ///< number of wave classes that read different half-tiles
  /// The half-tile that a wave class reads, by operand and quadrant.
  int (*half_tile)(int wave_class, int channel, int quadrant) = any_half;

  static constexpr int every_half = -1;  ///< unknown: the fragment may read any half-tile

  /// Eight waves in two rows of four. A wave reads half-tile `row` of A and half-tile `column / 2` of B, for every
  /// quadrant. The wave class is row * 2 + column / 2.
  static constexpr FragmentLayout ping_pong() { return {4, ping_pong_half}; }

  /// Four waves. The rows and columns of each wave are interleaved over both halves, so quadrant q reads half-tile q.
  static constexpr FragmentLayout four_wave() { return {1, four_wave_half}; }

 private:
  // Named functions, because nvcc loses lambdas in constexpr functions.
  static constexpr int ping_pong_half(int wave_class, int channel, int) {
    return channel == 0 ? wave_class / 2 : wave_class % 2;
  }
  static constexpr int four_wave_half(int, int, int quadrant) { return quadrant; }
  static constexpr int any_half(int, int, int) { return every_half; }
};

namespace detail {

/// The K tile that a load fetches, counted from the first tile that its iteration multiplies. In the main loop, k runs
/// one double-iteration ahead.
constexpr int loaded_tile(KOffsetKind offset) {
  switch (offset) {
    case KOffsetKind::k_prev: return 1;
    case KOffsetKind::k1: return 3;
    case KOffsetKind::k_next: return 4;
    default: return 2;
  }
}

}  // namespace detail

/// Accesses of a double-buffer body (two halves, two K tiles per iteration). Fails if the stage of an op is not the
/// slot of the tile that it accesses.
constexpr Result<AccessMap> double_buffer_access_map(const Vector<OpDesc>& body, const PipelineConfig& config,
                                                     const FragmentLayout& layout) {
  constexpr int tiles = 2;  // K tiles per iteration, one per half
  AccessMap map;
  const int shared[2] = {map.add_buffer({"A", Space::shared, config.depth, tiles}),
                         map.add_buffer({"B", Space::shared, config.depth, tiles})};
  const int operand[2] = {map.add_buffer({"A fragments", Space::registers, 1, tiles}),
                          map.add_buffer({"B fragments", Space::registers, 1, tiles})};
  const int sum = map.add_buffer({"C", Space::registers, 1, tiles});
  for (int i = 0; i < body.size(); ++i) {
    const OpDesc& op = body[i];
    const int half = i < body.size() / 2 ? 0 : 1;
    const int channel = op.channel == 0 ? 0 : 1;
    int tile = half;
    if (op.role == OpRole::global_load) tile = detail::loaded_tile(op.k_offset);
    if (op.role == OpRole::fragment_load && op.stage != half) tile = half + 1;  // for the half that follows
    const bool in_shared = op.role == OpRole::global_load || op.role == OpRole::fragment_load;
    if (in_shared && op.stage != tile % config.depth) {
      return Diagnostic(Rule::slot_mismatch, op.stage, tile % config.depth).with_op(i);
    }
    for (int wave = 0; wave < layout.wave_classes; ++wave) {
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
  return map;
}

/// Accesses of a single-buffer body in its steady state: one LDS slot, with the next tile in registers.
constexpr AccessMap single_buffer_access_map(const Vector<OpDesc>& body, const PipelineConfig& config) {
  AccessMap map;
  int fragments = 0;
  for (const OpDesc& op : body) fragments += op.role == OpRole::fragment_load ? 1 : 0;
  const int staged = map.add_buffer({"next tile", Space::registers, 1, 1});
  const int shared = map.add_buffer({"tile", Space::shared, 1, 1});
  const int operand = map.add_buffer({"fragments", Space::registers, 1, 1});
  const int sum = map.add_buffer({"C", Space::registers, 1, fragments});
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
