// DeclarativeSchedule: ping-pong, depth 2, eight waves in two staggered groups.
//
// The schedule declares the ops; the target supplies their costs. Each of the two halves has the completion load of the
// other stage, three prefetches of its own stage, four fragments and a 2x2 grid of MMAs.
#pragma once

#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/config/targets.hpp>
#include <stretto/mojo/declare/body_builder.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>
#include <stretto/mojo/reorder/double_buffer.hpp>
#include <stretto/mojo/sync/pacing.hpp>
#include <stretto/verify/level.hpp>

namespace stretto {

/// The ping-pong schedule, with its counts given at run time.
struct PingPongSchedule {
  bool is_fp8 = false;                  ///< the element type; the op table and the costs do not depend on it
  int lgkm_a = 0;                       ///< LDS reads of a fragment of A
  int lgkm_b = 0;                       ///< LDS reads of a fragment of B
  ScheduleConfig knobs = csp_schedule;  ///< of the caller
  PipelineConfig pipeline = mi355x_double_buffer();           ///< structure of the loop
  TargetCostModel cost_model = mi355x_double_buffer_costs();  ///< costs of the double-buffer tags
  LatencyBounds latency = targets::mi355x.latency;            ///< latency bounds, for margins
  long shared_bytes = mi355x_target().shared_bytes;           ///< shared memory per workgroup

  /// The structure of the loop.
  [[nodiscard]] constexpr PipelineConfig config() const { return pipeline; }

  /// The 24 logical ops: tag, stage, subtile, channel and K offset only.
  [[nodiscard]] constexpr Vector<OpDesc> declare_ops() const {
    using namespace double_buffer_tags;
    BodyBuilder body;
    for (int half = 0; half < 2; ++half) {
      const int other = 1 - half;
      const KOffsetKind completion = half == 0 ? KOffsetKind::k_prev : KOffsetKind::k0;
      const KOffsetKind ahead = half == 0 ? KOffsetKind::k0 : KOffsetKind::k1;
      body.load(load_a, {.stage = other, .subtile = 1, .channel = 0, .k_offset = completion})
          .load(load_a, {.stage = half, .subtile = 0, .channel = 0, .k_offset = ahead})
          .load(load_b, {.stage = half, .subtile = 0, .channel = 1, .k_offset = ahead})
          .load(load_b, {.stage = half, .subtile = 1, .channel = 1, .k_offset = ahead})
          .fan<2>(OpRole::fragment_load, mma_load_a, {.stage = half, .channel = 0})
          .fan<2>(OpRole::fragment_load, mma_load_b, {.stage = half, .channel = 1})
          .grid<2, 2>(mma);
    }
    return body.ops();
  }

  /// The ops with their costs, in execution order.
  [[nodiscard]] constexpr Result<Vector<OpDesc>> build_body() const {
    Result<Vector<OpDesc>> annotated = annotate_ops(declare_ops(), cost_model);
    if (!annotated.ok()) return annotated;
    return double_buffer_reorder(annotated.value, pipeline);
  }

  /// The caller's knobs, with the LDS reads of this schedule.
  [[nodiscard]] constexpr ScheduleConfig schedule_config() const {
    ScheduleConfig config = knobs;
    config.lgkm_per_load_a = lgkm_a;
    config.lgkm_per_load_b = lgkm_b;
    return config;
  }

  /// Eight waves in two groups, with the target's latencies and LDS size.
  [[nodiscard]] constexpr KernelProtocol protocol() const {
    KernelProtocol protocol = KernelProtocol::ping_pong();
    protocol.latency = latency;
    protocol.limits.shared_bytes = shared_bytes;
    return protocol;
  }

  /// Cycles of one MMA entry on its SIMD. The schedule does not declare its tile, so this is the target's value for the
  /// tile of the Mojo package.
  [[nodiscard]] constexpr int compute_cycles() const { return latency.compute_max; }

  /// The schedule of the Mojo package has races (docs/findings.md), so it only passes the structural checks.
  /// Proven<PingPongSchedule> is its proven variant.
  static constexpr VerificationLevel verification() { return VerificationLevel::structural; }
  /// The barriers around computes pace the two groups.
  static constexpr Pacing pacing() { return Pacing::around_computes; }

  /// Name of a tag in dumps, or null for other tags.
  static constexpr const char* tag_name(int tag) { return double_buffer_tags::name(tag); }
};

/// The parameters of DeclarativeSchedule, by their Mojo names.
struct PingPongShape {
  bool is_fp8 = false;  ///< the element type
  int lgkm_a = 0;       ///< LDS reads of a fragment of A
  int lgkm_b = 0;       ///< LDS reads of a fragment of B
};

/// The ping-pong schedule under its Mojo name, with the counts as a template parameter:
/// `DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>`.
template <PingPongShape Shape>
struct DeclarativeSchedule : PingPongSchedule {
  /// With knobs and target of one's own.
  constexpr explicit DeclarativeSchedule(const ScheduleConfig& config = csp_schedule,
                                         const TargetProfile& target = mi355x_target())
      : PingPongSchedule{Shape.is_fp8,    Shape.lgkm_a,      Shape.lgkm_b,   config,
                         target.pipeline, target.cost_model, target.latency, target.shared_bytes} {}

  /// Takes knobs, structure and costs. The latencies are those of the MI355X.
  constexpr DeclarativeSchedule(const ScheduleConfig& config, const PipelineConfig& hw_config,
                                const TargetCostModel& model)
      : PingPongSchedule{Shape.is_fp8, Shape.lgkm_a, Shape.lgkm_b, config, hw_config, model} {}
};

}  // namespace stretto
