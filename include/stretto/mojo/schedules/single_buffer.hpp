// SingleBufferSchedule: depth 1. Registers hold the next tile while the tile in LDS is multiplied.
#pragma once

#include <stretto/mojo/config/targets.hpp>
#include <stretto/mojo/declare/body_builder.hpp>
#include <stretto/mojo/declare/pipe.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>
#include <stretto/mojo/reorder/single_buffer.hpp>
#include <stretto/mojo/sync/pacing.hpp>

namespace stretto {

/// The inputs of the instruction-mix hints. All zero means no hints.
struct ScheduleHints {
  int m_mmas = 0;              ///< matrix instructions per wave along M
  int n_mmas = 0;              ///< matrix instructions per wave along N
  int k_mmas = 0;              ///< matrix instructions per wave along K
  int mma_m = 0;               ///< rows of a matrix instruction
  int mma_n = 0;               ///< columns of a matrix instruction
  int a_loads_per_thread = 0;  ///< global loads of A per thread and tile
  int b_loads_per_thread = 0;  ///< global loads of B per thread and tile

  friend constexpr bool operator==(const ScheduleHints&, const ScheduleHints&) = default;
  /// True if hints are requested.
  [[nodiscard]] constexpr bool wanted() const { return !(*this == ScheduleHints{}); }
};

/// Rejects counts that are out of range.
constexpr Diagnostic check_hints(const ScheduleHints& hints) {
  for (const NamedCount& count :
       {NamedCount{Count::m_mmas_of_the_hints, hints.m_mmas}, NamedCount{Count::n_mmas_of_the_hints, hints.n_mmas},
        NamedCount{Count::k_mmas_of_the_hints, hints.k_mmas}, NamedCount{Count::mma_m_of_the_hints, hints.mma_m},
        NamedCount{Count::mma_n_of_the_hints, hints.mma_n}}) {
    if (count.value < 1) return {Rule::hint_below_one, count.value, 1, count.what};
    if (const Diagnostic error = check_count(count, 1, max_count)) return error;
  }
  for (const NamedCount& count : {NamedCount{Count::a_loads_per_thread_of_the_hints, hints.a_loads_per_thread},
                                  NamedCount{Count::b_loads_per_thread_of_the_hints, hints.b_loads_per_thread}}) {
    if (const Diagnostic error = check_count(count, 0, max_count)) return error;
  }
  return {};
}

/// The sched_group_barrier sequence of a single-buffer body with `fragments` fragment loads, of which `carried` are
/// loop-carried: LDS reads paired with MMAs, then stores and global reads between the remaining MMAs, then the
/// loop-carried reads.
constexpr Vector<OpDesc> single_buffer_hints(const ScheduleHints& hints, int fragments, int carried) {
  const int reads_per_fragment = hints.m_mmas + hints.n_mmas;
  const int total_reads = reads_per_fragment * fragments;
  const int total_mmas = hints.m_mmas * hints.n_mmas * hints.k_mmas;
  const int stores = hints.a_loads_per_thread + hints.b_loads_per_thread;
  int mmas_per_read = hints.mma_m == 32 && hints.mma_n == 32 ? 1 : 2;
  if (total_mmas / total_reads < mmas_per_read) mmas_per_read = total_mmas / total_reads;
  const int left_for_stores = total_mmas - mmas_per_read * total_reads;

  Vector<OpDesc> out;
  const auto group = [&](InstructionClass kind, int count) { out.push_back(OpDesc::sched_group_barrier(kind, count)); };
  const auto reads = [&](int of_fragments) {
    for (int i = 0; i < of_fragments * reads_per_fragment; ++i) {
      group(InstructionClass::lds_read, 1);
      group(InstructionClass::mma, mmas_per_read);
    }
  };
  reads(fragments - carried);
  for (int i = 0; i < stores; ++i) {
    const int mmas = left_for_stores / stores + (i < left_for_stores % stores ? 1 : 0);
    group(InstructionClass::lds_write, 1);
    group(InstructionClass::mma, mmas / 2);
    group(InstructionClass::global_read, 1);
    group(InstructionClass::mma, mmas - mmas / 2);
  }
  reads(carried);
  return out;
}

/// The single-buffer schedule, with its counts given at run time.
struct SingleBufferLoop {
  int num_k_tiles = 1;                                   ///< fragments, and computes, per trip
  ScheduleHints hints;                                   ///< instruction-mix hints for the compiler
  TargetProfile target = mi355x_single_buffer_target();  ///< costs, structure, latencies

  /// The structure of the loop.
  [[nodiscard]] constexpr PipelineConfig config() const { return target.pipeline; }

  /// LOAD_DRAM, STORE_SMEM, barrier, T fragments, T computes.
  [[nodiscard]] constexpr Vector<OpDesc> declare_ops() const {
    using namespace single_buffer_tags;
    BodyBuilder body;
    body.load(load_dram, {.channel = 0}).store(store_smem, {.channel = 0}).barrier();
    for (int t = 0; t < num_k_tiles; ++t) body.frag(load_frag, {.subtile = t, .channel = 0});
    for (int t = 0; t < num_k_tiles; ++t) body.compute(compute, {.subtile = t});
    return body.ops();
  }

  /// The steady state before its segments are ordered.
  [[nodiscard]] constexpr Result<Vector<OpDesc>> reordered_ops() const {
    if (num_k_tiles < 1) return Diagnostic(Rule::k_tiles_below_one, num_k_tiles, 1);
    if (num_k_tiles > max_count) return Diagnostic(Rule::count_too_large, num_k_tiles, max_count, Count::num_k_tiles);
    const Diagnostic error = hints.wanted() ? check_hints(hints) : Diagnostic{};
    if (error) return error;
    Result<Vector<OpDesc>> annotated = annotate_ops(declare_ops(), target.cost_model);
    if (!annotated.ok()) return annotated;
    return single_buffer_reorder(annotated.value, target.pipeline);
  }

  /// The order of each segment between barriers.
  [[nodiscard]] constexpr Result<SegmentedOrder> segment_order(const Vector<OpDesc>& reordered) const {
    LoopBody body;
    body.ops = reordered;
    body.edges = infer_edges(reordered, target.pipeline);
    return optimize_within_barriers(body, SearchLimits{});
  }

  /// The steady state, with each segment between barriers in its best order.
  [[nodiscard]] constexpr Result<Vector<OpDesc>> build_body() const {
    const Result<Vector<OpDesc>> reordered = reordered_ops();
    if (!reordered.ok()) return reordered.error;
    const Result<SegmentedOrder> ordered = segment_order(reordered.value);
    if (!ordered.ok()) return ordered.error;
    Vector<OpDesc> body;
    for (int index : ordered.value.order) body.push_back(reordered.value[index]);
    return body;
  }

  /// Appends the instruction-mix hints.
  [[nodiscard]] constexpr Vector<ScheduleEntry> transform_kernel(Vector<ScheduleEntry> kernel,
                                                                 const Vector<OpDesc>& body) const {
    if (!hints.wanted()) return kernel;
    int fragments = 0;
    int carried = 0;
    for (const OpDesc& op : body) {
      if (op.role != OpRole::fragment_load) continue;
      ++fragments;
      carried += target.pipeline.loop_carried.carries(op) ? 1 : 0;
    }
    for (const OpDesc& hint : single_buffer_hints(hints, fragments, carried)) {
      kernel.push_back({hint, kernel.size(), Section::kernel, false});
    }
    return kernel;
  }

  /// Cycles of one compute entry on its SIMD: its share of the MFMAs that the hints count (bf16, 16x16x32 or 32x32x16).
  /// Without hints, the target's value for the tile of the Mojo package.
  [[nodiscard]] constexpr int compute_cycles() const {
    if (!hints.wanted()) return target.latency.compute_max;
    const long mfmas = static_cast<long>(hints.m_mmas) * hints.n_mmas * hints.k_mmas / num_k_tiles;
    const long macs_of_one = 512L * hints.mma_n;
    return simd_mma_cycles(targets::mi355x, mfmas * macs_of_one, DataType::bf16);
  }

  /// The compiler inserts the waits, and the barrier is the language's workgroup barrier.
  static constexpr KernelProtocol protocol() { return KernelProtocol::single_buffer(); }
  /// No barrier is kept for pacing.
  static constexpr Pacing pacing() { return Pacing::none; }

  /// Name of a tag in dumps, or null for other tags.
  static constexpr const char* tag_name(int tag) { return single_buffer_tags::name(tag); }
};

/// The parameters of SingleBufferSchedule.
struct SingleBufferShape {
  int num_k_tiles = 1;       ///< fragments, and computes, per trip
  ScheduleHints hints = {};  ///< instruction-mix hints for the compiler
};

/// The single-buffer schedule under its Mojo name: `SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 2}>`.
template <SingleBufferShape Shape>
struct SingleBufferSchedule : SingleBufferLoop {
  /// Takes a target.
  constexpr explicit SingleBufferSchedule(const TargetProfile& profile = mi355x_single_buffer_target())
      : SingleBufferLoop{Shape.num_k_tiles, Shape.hints, profile} {}
};

}  // namespace stretto
