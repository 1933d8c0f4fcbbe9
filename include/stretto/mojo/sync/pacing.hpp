// Pacing barriers, and the ops of a schedule without its other synchronisation.
#pragma once

#include <stretto/core/vector.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Which barriers are kept for pacing, whether or not they protect data.
enum class Pacing : unsigned char {
  none,             ///< none
  around_computes,  ///< the barriers on both sides of a block's compute ops: one group computes while the other loads
};

namespace detail {

constexpr bool is_wait(const OpDesc& op) { return op.tag == tags::wait_vm || op.tag == tags::wait_lgkm; }

/// True if the next op from entry i in this direction, apart from waits, priorities and fences, is a compute op.
constexpr bool compute_beside(const Vector<ScheduleEntry>& entries, int i, int direction) {
  for (i += direction; i >= 0 && i < entries.size(); i += direction) {
    const OpDesc& op = entries[i].op;
    if (op.role == OpRole::compute) return true;
    if (!is_wait(op) && op.role != OpRole::fence) return false;
  }
  return false;
}

/// The entries without waits and without barriers that are not pacing barriers.
constexpr Vector<ScheduleEntry> without_synchronisation(const Vector<ScheduleEntry>& entries, Pacing pacing) {
  Vector<ScheduleEntry> kept;
  for (int i = 0; i < entries.size(); ++i) {
    const OpDesc& op = entries[i].op;
    if (is_wait(op)) continue;
    if (op.tag == tags::barrier) {
      const bool paces =
          pacing == Pacing::around_computes && (compute_beside(entries, i, 1) || compute_beside(entries, i, -1));
      if (!paces) continue;
    }
    kept.push_back(entries[i]);
  }
  return kept;
}

}  // namespace detail
}  // namespace stretto
