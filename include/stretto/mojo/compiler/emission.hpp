// Checks on emitted entries: every wait fits its instruction field, no op of the body is missing, and which edges the
// emission violates.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/mojo/edge.hpp>
#include <stretto/mojo/op.hpp>
#include <stretto/program/wait_encoding.hpp>

namespace stretto::detail {

constexpr void number_entries(Vector<ScheduleEntry>& entries, Section section) {
  for (int i = 0; i < entries.size(); ++i) {
    entries[i].time_slot = i;
    entries[i].section = section;
  }
}

constexpr Diagnostic check_encodable(const Vector<ScheduleEntry>& entries, const CounterLimits& limits) {
  for (int i = 0; i < entries.size(); ++i) {
    const OpDesc& op = entries[i].op;
    const bool vm = op.tag == tags::wait_vm;
    if (!vm && op.tag != tags::wait_lgkm) continue;
    Diagnostic error = check_wait(limits, vm ? Counter::vm : Counter::lgkm, op.wait_value);
    if (error) return error.at_entry(i);
  }
  return {};
}

/// Position of each body op in the kernel section. Equal ops (the MMAs of one tile in both halves) are matched in
/// order. Fails if an op of the body is not emitted.
constexpr Result<Vector<int>> emission_positions(const Vector<OpDesc>& body, const Vector<int>& order,
                                                 const Vector<ScheduleEntry>& kernel) {
  Vector<int> positions(body.size(), -1);
  Vector<char> used(kernel.size(), 0);
  for (int index : order) {
    for (int i = 0; i < kernel.size(); ++i) {
      if (used[i] == 0 && kernel[i].op.tag == body[index].tag && kernel[i].op == body[index]) {
        used[i] = 1;
        positions[index] = i;
        break;
      }
    }
    if (positions[index] < 0) return Diagnostic(Rule::op_lost, body[index].tag, 0).with_op(index);
  }
  return positions;
}

/// Same-iteration edges that the emitted kernel violates, except those that the order already violates.
constexpr Vector<DepEdge> broken_by_emission(const Vector<DepEdge>& edges, const Vector<int>& positions,
                                             const Vector<DepEdge>& known) {
  Vector<DepEdge> broken;
  for (const DepEdge& edge : edges) {
    if (edge.loop_distance != 0 || positions[edge.producer] < positions[edge.consumer]) continue;
    bool reported = false;
    for (const DepEdge& other : known) reported = reported || other == edge;
    if (!reported) broken.push_back(edge);
  }
  return broken;
}

}  // namespace stretto::detail
