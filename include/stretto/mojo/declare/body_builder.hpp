// BodyBuilder: declares the ops of one loop iteration, with tag and buffer metadata only.
//
//   BodyBuilder body;
//   body.load(load_a, {.stage = 0, .channel = 0, .k_offset = KOffsetKind::k0})
//       .fan<2>(OpRole::fragment_load, mma_load_a, {.channel = 0})
//       .grid<2, 2>(mma);
//   const auto ops = annotate_ops(body.ops(), target.cost_model);
#pragma once

#include <stretto/core/vector.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// The part of a buffer that an op accesses.
struct Place {
  int stage = 0;                             ///< buffer slot; for a compute op, its row in the grid
  int subtile = 0;                           ///< part of the tile; for a compute op, its column in the grid
  int channel = -1;                          ///< operand: 0 = A, 1 = B, -1 = neither
  KOffsetKind k_offset = KOffsetKind::none;  ///< K tile of a load
};

/// Collects ops in declaration order. Each call returns the builder.
class BodyBuilder {
 public:
  /// Adds a load from global memory.
  constexpr BodyBuilder& load(int tag, const Place& place = {}) { return add(OpRole::global_load, tag, place); }
  /// Adds a store from registers to shared memory.
  constexpr BodyBuilder& store(int tag, const Place& place = {}) { return add(OpRole::shared_store, tag, place); }
  /// Adds a read of a fragment from shared memory into registers.
  constexpr BodyBuilder& frag(int tag, const Place& place = {}) { return add(OpRole::fragment_load, tag, place); }
  /// Adds one MMA. Its place is its row and column in the grid.
  constexpr BodyBuilder& compute(int tag, const Place& place = {}) { return add(OpRole::compute, tag, place); }

  /// Adds a workgroup barrier.
  constexpr BodyBuilder& barrier() {
    ops_.push_back(OpDesc::barrier());
    return *this;
  }

  /// Adds N ops of one role, with subtiles 0 to N-1.
  template <int N>
  constexpr BodyBuilder& fan(OpRole role, int tag, Place place = {}) {
    static_assert(N >= 1, "a fan has at least one op");
    for (place.subtile = 0; place.subtile < N; ++place.subtile) add(role, tag, place);
    return *this;
  }

  /// Adds M x N compute ops, with stage = row and subtile = column.
  template <int M, int N>
  constexpr BodyBuilder& grid(int tag) {
    static_assert(M >= 1 && N >= 1, "a grid has at least one row and one column");
    for (int row = 0; row < M; ++row) {
      for (int column = 0; column < N; ++column) compute(tag, {.stage = row, .subtile = column});
    }
    return *this;
  }

  /// The ops declared so far. `annotate_ops` adds the target's costs.
  [[nodiscard]] constexpr const Vector<OpDesc>& ops() const { return ops_; }

 private:
  constexpr BodyBuilder& add(OpRole role, int tag, const Place& place) {
    OpDesc op = OpDesc::logical_op(tag, place.stage, place.subtile, place.channel, place.k_offset);
    op.role = role;
    ops_.push_back(op);
    return *this;
  }

  Vector<OpDesc> ops_;
};

}  // namespace stretto
