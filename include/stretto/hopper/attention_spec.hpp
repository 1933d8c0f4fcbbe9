// What distinguishes one attention kernel from another, and the two loops that follow from it.
#pragma once

#include <stretto/gpu/h200.hpp>
#include <stretto/loops/flash_attention.hpp>

namespace stretto::hopper {

/// What distinguishes one attention kernel from another.
struct AttentionSpec {
  int head = 128;       ///< elements of a query, a key and a value
  int keys = 128;       ///< keys per block
  int consumers = 2;    ///< consumer warpgroups, of 64 queries each
  int query_slots = 2;  ///< tiles of queries in shared memory
  bool turns = true;    ///< the consumers multiply in turn: while one does, the others compute their softmax
  int slots = 2;        ///< blocks of keys in shared memory, and blocks of values
  int latency = 3300;   ///< cycles from the request of a block of keys to its use that are planned for

  /// Queries of a tile.
  [[nodiscard]] constexpr int rows() const { return 64 * consumers; }
};

/// The loop over blocks of keys.
template <AttentionSpec Spec>
struct AttentionLoop {
  /// The loop, for `pipeline`.
  static constexpr Loop declare() {
    Loop loop = loops::flash_attention(
        {.queries = Spec.rows(), .keys = Spec.keys, .head = Spec.head, .threads = 128 * Spec.consumers});
    for (LoopBuffer& buffer : loop.buffers) {
      if (buffer.space == LoopSpace::shared) buffer.slots = Spec.slots;
    }
    return loop;
  }
  /// The target GPU. The latency of its memory is the longest for which the slots suffice: so slots are released as
  /// early as possible, and consumers may be out of step with each other.
  static constexpr Gpu target() {
    Gpu gpu = targets::h200;
    gpu.global_latency = Spec.latency;
    return gpu;
  }
};

/// The loop over tiles of queries: a tile is loaded once, and read by the scores of all its blocks.
template <AttentionSpec Spec>
struct QueryLoop {
  /// The loop, for `pipeline`.
  static constexpr Loop declare() {
    Loop loop("attention_queries");
    loop.threads = 128 * Spec.consumers;
    const auto q = loop.shared("Q", Spec.rows() * Spec.head * 2).slots(Spec.query_slots);
    const auto s = loop.accumulator("S", Spec.rows() * Spec.keys * 4);
    loop.load("load Q").writes(q);
    loop.multiply("tile", Spec.rows(), Spec.keys, Spec.head, DataType::bf16).reads(q).accumulates(s).synchronous();
    return loop;
  }
  /// The target GPU.
  static constexpr Gpu target() { return targets::h200; }
};

}  // namespace stretto::hopper
