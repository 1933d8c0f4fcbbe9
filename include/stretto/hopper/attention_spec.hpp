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
  bool turns = false;   ///< the consumers take turns at the tensor cores
  int query_slots = 2;  ///< tiles of queries in shared memory

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
    loop.groups = Spec.turns ? Spec.consumers : 1;
    return loop;
  }
  /// The target GPU.
  static constexpr Gpu target() { return targets::h200; }
};

/// The loop over tiles of queries: a tile is loaded once, and read by the scores of all its blocks.
template <AttentionSpec Spec>
struct QueryLoop {
  /// The loop, for `pipeline`.
  static constexpr Loop declare() {
    Loop loop("attention_queries");
    loop.threads = 128 * Spec.consumers;
    const auto q = loop.shared("Q", Spec.rows() * Spec.head * 2).slots(Spec.query_slots);
    const auto s = loop.registers("S", Spec.rows() * Spec.keys * 4);
    loop.load("load Q").writes(q);
    loop.multiply("tile", Spec.rows(), Spec.keys, Spec.head, DataType::bf16).reads(q).writes(s).synchronous();
    return loop;
  }
  /// The target GPU.
  static constexpr Gpu target() { return targets::h200; }
};

}  // namespace stretto::hopper
