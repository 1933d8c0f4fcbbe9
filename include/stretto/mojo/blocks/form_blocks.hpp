// Splits an ordered body into blocks and spreads the global loads over them.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>

namespace stretto {

/// Splits an ordered body into blocks, each ending at a compute op.
/// Fails if a block would hold more than two fragments or more than two loads, or if an op belongs to no block.
constexpr Result<Vector<MMABlockSpec>> form_blocks(const Vector<OpDesc>& body, const Vector<int>& order) {
  Vector<MMABlockSpec> blocks;
  MMABlockSpec open;
  for (int index : order) {
    const OpDesc& op = body[index];
    switch (op.role) {
      case OpRole::fragment_load:
        if (!open.take_fragment(op, index)) return Diagnostic(Rule::too_many_fragments, 3, 2).with_op(index);
        break;
      case OpRole::global_load:
        if (!open.take_load(op, index)) return Diagnostic(Rule::too_many_loads, 3, 2).with_op(index);
        break;
      case OpRole::compute:
        open.mma = op;
        open.mma_index = index;
        blocks.push_back(open);
        open = MMABlockSpec{};
        break;
      default: return Diagnostic(Rule::op_lost, 0, 0).with_op(index);
    }
  }
  if (open.has_fragment() || open.has_load()) return Diagnostic(Rule::op_lost, 0, 0).with_op(order.back());
  return blocks;
}

/// Takes from each block the loads beyond max_globals and assigns them, in order, to blocks with fewer loads.
/// Fails if no block has room for a load.
constexpr Result<Vector<MMABlockSpec>> redistribute_globals(Vector<MMABlockSpec> blocks, int max_globals) {
  if (max_globals <= 0) return blocks;
  struct Pooled {
    OpDesc op;
    int index = -1;
  };
  Vector<Pooled> pool;
  for (MMABlockSpec& block : blocks) {
    // A block holds at most two loads, so only max_globals == 1 leaves an excess load.
    if (block.load_count() > max_globals) {
      pool.push_back({block.global_load_1, block.load_index[1]});
      block.drop_second_load();
    }
  }
  int next = 0;
  for (MMABlockSpec& block : blocks) {
    while (next < pool.size() && block.load_count() < max_globals && block.take_load(pool[next].op, pool[next].index)) {
      ++next;
    }
  }
  if (next < pool.size()) {
    return Diagnostic(Rule::op_lost, blocks.size() * max_globals, max_globals).with_op(pool[next].index);
  }
  return blocks;
}

}  // namespace stretto
