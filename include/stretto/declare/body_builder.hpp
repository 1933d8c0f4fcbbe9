// BodyBuilder: declares the ops of one loop iteration, tag and buffer metadata only.
//
//   BodyBuilder body;
//   body.load(load_a, {.stage = 0, .channel = 0, .k_offset = KOffsetKind::k0})
//       .fan<2>(OpRole::fragment_load, frag_a, {.channel = 0})
//       .grid<2, 2>(mma);
//   auto ops = annotate_ops(body.ops(), target.cost_model);
#pragma once

#include <stretto/core/op.hpp>
#include <stretto/core/vector.hpp>

namespace stretto {

/// Which part of which buffer an op touches.
struct Place {
  int stage = 0;
  int subtile = 0;
  int channel = -1;
  KOffsetKind k_offset = KOffsetKind::none;
};

class BodyBuilder {
 public:
  constexpr BodyBuilder& load(int tag, const Place& place = {}) { return add(OpRole::global_load, tag, place); }
  constexpr BodyBuilder& store(int tag, const Place& place = {}) { return add(OpRole::shared_store, tag, place); }
  constexpr BodyBuilder& frag(int tag, const Place& place = {}) { return add(OpRole::fragment_load, tag, place); }
  constexpr BodyBuilder& compute(int tag, const Place& place = {}) { return add(OpRole::compute, tag, place); }

  constexpr BodyBuilder& barrier() {
    ops_.push_back(OpDesc::barrier());
    return *this;
  }

  /// N ops of one role with subtile 0 to N-1.
  template <int N>
  constexpr BodyBuilder& fan(OpRole role, int tag, Place place = {}) {
    static_assert(N >= 1, "a fan has at least one op");
    for (place.subtile = 0; place.subtile < N; ++place.subtile) add(role, tag, place);
    return *this;
  }

  /// M x N compute ops with stage = row and subtile = column.
  template <int M, int N>
  constexpr BodyBuilder& grid(int tag) {
    static_assert(M >= 1 && N >= 1, "a grid has at least one row and one column");
    for (int row = 0; row < M; ++row) {
      for (int column = 0; column < N; ++column) compute(tag, {.stage = row, .subtile = column});
    }
    return *this;
  }

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
