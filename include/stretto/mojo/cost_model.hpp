// The cost of each kernel tag on a target, and the function that adds these costs to logical ops.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Maps a kernel tag (0-127) to its cost. Annotating an op whose tag has no entry is an error.
struct TargetCostModel {
  OpCost costs[tags::first_framework];  ///< by tag; an entry without a unit is not set
  bool has_rejected_tag = false;        ///< `set` was called with a tag outside 0-127
  int rejected_tag = 0;                 ///< first tag outside 0-127 passed to `set`

  /// Registers the cost of a tag. A tag outside 0-127 is recorded, and `annotate_ops` rejects it.
  constexpr TargetCostModel& set(int tag, const OpCost& cost) {
    if (tag >= 0 && tag < tags::first_framework) {
      costs[tag] = cost;
    } else if (!has_rejected_tag) {
      has_rejected_tag = true;
      rejected_tag = tag;
    }
    return *this;
  }

  /// True if the tag has a cost.
  [[nodiscard]] constexpr bool has(int tag) const {
    return tag >= 0 && tag < tags::first_framework && costs[tag].resource != ResourceKind::none;
  }
  /// The cost of a tag, which must be 0-127.
  [[nodiscard]] constexpr const OpCost& operator[](int tag) const { return costs[tag]; }
};

/// True for a tag of the kernel (0-127), of the framework (128-133), and for none (255).
constexpr bool is_valid_tag(int tag) { return (tag >= 0 && tag <= tags::last_framework) || tag == tags::none; }

/// Sets resource, latency, role and register counts of every kernel op. Framework ops are unchanged.
/// Fails if a tag is out of range or a kernel op has no registered cost.
constexpr Result<Vector<OpDesc>> annotate_ops(Vector<OpDesc> ops, const TargetCostModel& model) {
  if (model.has_rejected_tag) {
    return Diagnostic(Rule::tag_out_of_range, model.rejected_tag, tags::first_framework - 1);
  }
  for (int i = 0; i < ops.size(); ++i) {
    OpDesc& op = ops[i];
    if (!is_valid_tag(op.tag)) {
      return Diagnostic(Rule::tag_out_of_range, op.tag, tags::first_framework - 1).with_op(i);
    }
    if (!op.is_kernel_op()) continue;
    if (!model.has(op.tag)) return Diagnostic(Rule::missing_cost, op.tag, 0).with_op(i);
    op.set_cost(model[op.tag]);
  }
  return ops;
}

}  // namespace stretto
