// A refusal that is found in the loop on its target, in terms of the declared loop: a message can name only the ops
// and buffers that the author declared.
#pragma once

#include <stretto/core/error.hpp>
#include <stretto/pipeline/target_loop.hpp>

namespace stretto::detail {

/// The declared ops that these ops of the target loop execute. Neighbours of one declared op appear once.
constexpr void add_declared_ops(const TargetLoop& loop, const Diagnostic& found, Diagnostic& out) {
  for (int i = 0; i < found.op_count; ++i) {
    const int op = loop.ops[found.ops[i]].source;
    const bool again = out.op_count > 0 && out.ops[out.op_count - 1] == op;
    if (!again) out.with_op(op);
  }
  if (!is_cycle(found.rule)) return;
  if (out.op_count > 1 && out.ops[0] == out.ops[out.op_count - 1]) --out.op_count;
  out.value -= found.op_count - out.op_count;  // the length of the cycle
}

/// A buffer that the first op of a cycle writes and the second one reads; -1: they depend on each other otherwise.
constexpr int buffer_between(const TargetLoop& loop, const Diagnostic& cycle) {
  const int reader = cycle.ops[cycle.op_count > 1 ? 1 : 0];
  for (const TargetAccess& access : loop.accesses) {
    if (access.op != reader || access.mode != AccessMode::read || access.distance != 0) continue;
    if (loop.writer(access.buffer) == cycle.ops[0]) return loop.buffers[access.buffer].source;
  }
  return -1;
}

/// The ops and the buffers of a refusal, which are numbers of the target loop, as numbers of the declared loop.
/// Fragments are not declared; messages name the op that reads them instead.
constexpr Diagnostic in_declared_terms(const TargetLoop& loop, const Diagnostic& found) {
  Diagnostic out = found;
  out.of_loop = true;
  out.op_count = 0;
  if (found.rule == Rule::self_loop || found.rule == Rule::same_iteration_cycle) {
    // The author declares reads, not edges.
    out.rule = Rule::circular_reads;
    out.buffer = buffer_between(loop, found);
  }
  add_declared_ops(loop, found, out);
  if (found.other_buffer >= 0) out.other_buffer = loop.buffers[found.other_buffer].source;
  if (found.buffer < 0) return out;
  out.buffer = loop.buffers[found.buffer].source;
  if (out.buffer < 0) out.with_op(loop.ops[loop.writer(found.buffer)].source);
  return out;
}

}  // namespace stretto::detail
