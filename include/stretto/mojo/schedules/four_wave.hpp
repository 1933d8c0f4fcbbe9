// Pipeline4Wave: four waves, no stagger, cross-stage register rotation.
//
// Each K partition has four mini-iterations of (prefetch, fragment, MMA). Its last two fragments read the other stage:
// they are the leading fragments of the partition that follows. The declaration order is the final order.
#pragma once

#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/config/geometry.hpp>
#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/config/targets.hpp>
#include <stretto/mojo/declare/body_builder.hpp>
#include <stretto/mojo/graph/rotation_edges.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>
#include <stretto/mojo/sync/pacing.hpp>
#include <stretto/verify/level.hpp>

namespace stretto {

/// The four-wave schedule, with its geometry given at run time.
struct FourWaveSchedule {
  KernelGeometry geometry;                 ///< shapes and counts of the kernel
  ScheduleConfig knobs;                    ///< the caller's knobs; some are overridden
  TargetProfile target = mi355x_target();  ///< costs, structure, latencies

  static constexpr WaveLayout layout{2, 2};  ///< layout of the four waves

  /// The target's config. The settings that the rotation requires override those of the caller.
  [[nodiscard]] constexpr PipelineConfig config() const {
    PipelineConfig config = target.pipeline;
    config.warp_stagger = WarpStaggerRule::none();
    config.cross_stage_rotation = true;
    config.lgkm_per_load_a = geometry.lgkm_per_load_a;
    config.lgkm_per_load_b = geometry.lgkm_per_load_b;
    return config;
  }

  /// The caller's knobs, except those that the rotation requires.
  [[nodiscard]] constexpr ScheduleConfig schedule_config() const {
    ScheduleConfig config = knobs;
    config.scheduling = SchedulingStrategy::identity;
    config.minimal_barriers = true;
    config.omit_mma_set_prio = true;
    config.inter_block_lgkm_drain = true;
    config.partial_prologue_drain = true;
    return config;
  }

  /// The 24 logical ops, in mini-iteration order.
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

  /// Annotates the ops, which are already in their final order.
  [[nodiscard]] constexpr Result<Vector<OpDesc>> build_body() const {
    if (const Diagnostic error = check_geometry(geometry, layout)) return error;
    if (const Diagnostic error = check_counts(geometry)) return error;
    return annotate_ops(declare_ops(), target.cost_model);
  }

  /// The leading fragments of the first partition, which no earlier partition loads. They are logical ops: the prologue
  /// issues them without costs.
  [[nodiscard]] constexpr Vector<OpDesc> bootstrap_frags() const {
    using namespace double_buffer_tags;
    return BodyBuilder().frag(mma_load_a, {.channel = 0}).frag(mma_load_b, {.channel = 1}).ops();
  }

  /// The inferred edges. The edges of the rotation replace the default register flow of its fragments.
  [[nodiscard]] constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>& body) const {
    const PipelineConfig pipeline = config();
    Vector<DepEdge> edges = drop_rotation_register_flow(infer_edges(body, pipeline), body, pipeline);
    edges.append(rotation_edges(body, pipeline));
    return edges;
  }

  /// Expands every block in the minimal-barrier shape.
  [[nodiscard]] constexpr Vector<Vector<OpDesc>> build_explicit_blocks(const Vector<OpDesc>&,
                                                                       const PipelineProgram& program) const {
    Vector<Vector<OpDesc>> blocks;
    for (const MMABlockSpec& block : program.blocks) blocks.push_back(emit_minimal_barrier_block(block));
    return blocks;
  }

  /// Four waves without groups, with sizes from the geometry and limits from the target.
  [[nodiscard]] constexpr KernelProtocol protocol() const {
    KernelProtocol protocol = KernelProtocol::four_wave();
    protocol.latency = target.latency;
    protocol.limits.shared_bytes = target.shared_bytes;
    const long row_bytes = static_cast<long>(geometry.BK) * geometry.elem_bytes;
    protocol.subtile_bytes[0] = saturated(geometry.BM / 2 * row_bytes);
    protocol.subtile_bytes[1] = saturated(geometry.BN / 2 * row_bytes);
    constexpr long read_bytes = 1024;  // one LDS read of a wave: 64 lanes x 16 bytes
    protocol.fragment_bytes[0] = saturated(geometry.lgkm_per_load_a * read_bytes);
    protocol.fragment_bytes[1] = saturated(geometry.lgkm_per_load_b * read_bytes);
    return protocol;
  }

  /// Cycles of one MMA entry on its SIMD.
  [[nodiscard]] constexpr int compute_cycles() const {
    return simd_mma_cycles(targets::mi355x, quadrant_macs(geometry, layout),
                           geometry.is_fp8 ? DataType::fp8 : DataType::bf16);
  }

  /// The schedule of the Mojo package has races (docs/findings.md), so it only passes the structural checks.
  /// Proven<FourWaveSchedule> is its proven variant.
  static constexpr VerificationLevel verification() { return VerificationLevel::structural; }
  /// No barrier is kept for pacing.
  static constexpr Pacing pacing() { return Pacing::none; }

  /// Name of a tag in dumps, or null for other tags.
  static constexpr const char* tag_name(int tag) { return double_buffer_tags::name(tag); }
};

/// The four-wave schedule under its Mojo name, with the geometry as a template parameter.
template <KernelGeometry Geometry>
struct Pipeline4Wave : FourWaveSchedule {
  /// Takes knobs and a target.
  constexpr explicit Pipeline4Wave(const ScheduleConfig& config = {}, const TargetProfile& profile = mi355x_target())
      : FourWaveSchedule{Geometry, config, profile} {}
};

}  // namespace stretto
