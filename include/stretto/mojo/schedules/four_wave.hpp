// Pipeline4Wave: four waves, no stagger, cross-stage register rotation.
//
// Per K partition p: four mini-iterations of (prefetch, fragment, MMA). The last two fragments read the other stage:
// they are the leading fragments of the partition that follows. Declaration order is final order.
#pragma once

#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/config/geometry.hpp>
#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/declare/body_builder.hpp>
#include <stretto/mojo/graph/rotation_edges.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>
#include <stretto/mojo/sync/pacing.hpp>
#include <stretto/mojo/targets.hpp>
#include <stretto/verify/level.hpp>

namespace stretto {

/// Four-wave with its geometry given at run time.
struct FourWaveSchedule {
  KernelGeometry geometry;                 ///< shapes and counts of the kernel
  ScheduleConfig knobs;                    ///< of the caller; some are overridden
  TargetProfile target = mi355x_target();  ///< costs, structure, latencies

  static constexpr WaveLayout layout{2, 2};  ///< of the four waves

  /// The target's config with the rotation's invariants, whatever the caller passed.
  [[nodiscard]] constexpr PipelineConfig config() const {
    PipelineConfig config = target.pipeline;
    config.warp_stagger = WarpStaggerRule::none();
    config.cross_stage_rotation = true;
    config.lgkm_per_load_a = geometry.lgkm_per_load_a;
    config.lgkm_per_load_b = geometry.lgkm_per_load_b;
    return config;
  }

  /// The caller's knobs, with those that the rotation needs.
  [[nodiscard]] constexpr ScheduleConfig schedule_config() const {
    ScheduleConfig config = knobs;
    config.scheduling = SchedulingStrategy::identity;
    config.minimal_barriers = true;
    config.omit_mma_set_prio = true;
    config.inter_block_lgkm_drain = true;
    config.partial_prologue_drain = true;
    return config;
  }

  /// The 24 logical ops in mini-iteration order.
  [[nodiscard]] constexpr Vector<OpDesc> declare_ops() const {
    using namespace double_buffer_tags;
    BodyBuilder body;
    for (int p = 0; p < 2; ++p) {
      const int own = p;
      const int other = 1 - p;
      const KOffsetKind ahead = p == 0 ? KOffsetKind::k0 : KOffsetKind::k1;
      body.load(load_a, {.stage = own, .subtile = 0, .channel = 0, .k_offset = ahead})
          .frag(mma_load_b, {.stage = own, .subtile = 1, .channel = 1})
          .compute(mma, {.stage = 0, .subtile = 0})
          .load(load_b, {.stage = own, .subtile = 0, .channel = 1, .k_offset = ahead})
          .frag(mma_load_a, {.stage = own, .subtile = 1, .channel = 0})
          .compute(mma, {.stage = 0, .subtile = 1})
          .load(load_b, {.stage = own, .subtile = 1, .channel = 1, .k_offset = ahead})
          .frag(mma_load_a, {.stage = other, .subtile = 0, .channel = 0})
          .compute(mma, {.stage = 1, .subtile = 0})
          .load(load_a, {.stage = own, .subtile = 1, .channel = 0, .k_offset = ahead})
          .frag(mma_load_b, {.stage = other, .subtile = 0, .channel = 1})
          .compute(mma, {.stage = 1, .subtile = 1});
    }
    return body.ops();
  }

  /// Annotates the ops; they are in their final order already.
  [[nodiscard]] constexpr Result<Vector<OpDesc>> build_body() const {
    if (const Diagnostic error = check_geometry(geometry, layout)) return error;
    if (const Diagnostic error = check_counts(geometry)) return error;
    return annotate_ops(declare_ops(), target.cost_model);
  }

  /// The first partition's leading fragments, which no partition before it has loaded. Logical ops: the prologue issues
  /// them as they are.
  [[nodiscard]] constexpr Vector<OpDesc> bootstrap_frags() const {
    using namespace double_buffer_tags;
    return BodyBuilder().frag(mma_load_a, {.channel = 0}).frag(mma_load_b, {.channel = 1}).ops();
  }

  /// The inferred edges, with those of the rotation instead of the register flow that it replaces.
  [[nodiscard]] constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>& body) const {
    const PipelineConfig pipeline = config();
    Vector<DepEdge> edges = drop_rotation_register_flow(infer_edges(body, pipeline), body, pipeline);
    edges.append(rotation_edges(body, pipeline));
    return edges;
  }

  /// Every block in the minimal-barrier shape.
  [[nodiscard]] constexpr Vector<Vector<OpDesc>> build_explicit_blocks(const Vector<OpDesc>&,
                                                                       const PipelineProgram& program) const {
    Vector<Vector<OpDesc>> blocks;
    for (const MMABlockSpec& block : program.blocks) blocks.push_back(emit_minimal_barrier_block(block));
    return blocks;
  }

  /// Four waves without groups, with the geometry's bytes and the target's limits.
  [[nodiscard]] constexpr KernelProtocol protocol() const {
    KernelProtocol protocol = KernelProtocol::four_wave();
    protocol.latency = target.latency;
    protocol.limits.shared_bytes = target.shared_bytes;
    const long row_bytes = static_cast<long>(geometry.BK) * geometry.elem_bytes;
    protocol.subtile_bytes[0] = saturated(geometry.BM / 2 * row_bytes);
    protocol.subtile_bytes[1] = saturated(geometry.BN / 2 * row_bytes);
    constexpr long read_bytes = 1024;  // of one LDS read of a wave: 64 lanes of 16 bytes
    protocol.fragment_bytes[0] = saturated(geometry.lgkm_per_load_a * read_bytes);
    protocol.fragment_bytes[1] = saturated(geometry.lgkm_per_load_b * read_bytes);
    return protocol;
  }

  /// Of an MMA entry, on its SIMD.
  [[nodiscard]] constexpr int compute_cycles() const {
    return simd_mma_cycles(targets::mi355x, quadrant_macs(geometry, layout),
                           geometry.is_fp8 ? DataType::fp8 : DataType::bf16);
  }

  /// As documented it has races (docs/findings.md), so it comes out with the structural checks alone;
  /// Proven<FourWaveSchedule> is its safe twin.
  static constexpr VerificationLevel verification() { return VerificationLevel::structural; }
  /// No barrier is there for the pace.
  static constexpr Pacing pacing() { return Pacing::none; }

  /// A tag as dumps write it; null for any other.
  static constexpr const char* tag_name(int tag) { return double_buffer_tags::name(tag); }
};

/// Four-wave under its documented name, with the geometry as template parameter.
template <KernelGeometry Geometry>
struct Pipeline4Wave : FourWaveSchedule {
  /// With knobs and target of one's own.
  constexpr explicit Pipeline4Wave(const ScheduleConfig& config = {}, const TargetProfile& profile = mi355x_target())
      : FourWaveSchedule{Geometry, config, profile} {}
};

}  // namespace stretto
