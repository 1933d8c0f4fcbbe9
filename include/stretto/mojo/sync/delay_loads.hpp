// Moves loads that are issued too early to a later position.
//
// A load may overwrite a tile only after its readers have finished, in every wave. If that would take barriers beyond
// the pacing barriers, or if a reader even follows the load, the load moves to the next load position: the end of the
// memory part of the next block, right before the barrier that precedes its compute op. Without pacing barriers it
// moves to right after the reader.
#pragma once

#include <stretto/mojo/sync/pacing.hpp>
#include <stretto/sync/synchronise.hpp>

namespace stretto::detail {

/// The next load position after entry i: a barrier that precedes a compute op. Returns the size if there is none.
constexpr int next_load_place(const Vector<ScheduleEntry>& kernel, int i) {
  // Skip the barrier that precedes the compute op of the load's own block.
  bool own_block = true;
  for (int j = i + 1; j < kernel.size(); ++j) {
    if (kernel[j].op.role == OpRole::compute) own_block = false;
    if (kernel[j].op.tag != tags::barrier || !compute_beside(kernel, j, 1)) continue;
    if (!own_block) return j;
  }
  return kernel.size();
}

/// Moves entry `from` to right before the current entry `to` (from < to).
constexpr void move_entry_later(Vector<ScheduleEntry>& entries, int from, int to) {
  const ScheduleEntry moved = entries[from];
  for (int i = from; i + 1 < to; ++i) entries[i] = entries[i + 1];
  entries[to - 1] = moved;
}

/// For each kernel entry, the entry that it must follow, or -1 if it may stay.
constexpr Vector<int> entries_to_delay(const WaveProgram& program, int kernel_size) {
  Vector<int> behind(kernel_size, -1);
  const Alignment alignment(program);
  const Cells cells(program);
  const RunNeeds run = NeedFinder(program, alignment, cells).find(trips_to_look_at(program));
  const Epochs epochs(program, alignment.plain_plan());
  const auto entry = [&](const StepAt& at) { return program.roles[0].steps[at.section][at.step].entry; };
  const auto is_load = [&](const StepAt& at) {
    return at.section == Section::kernel && program.roles[0].steps.kernel[at.step].action == Action::fetch;
  };
  for (const Reversal& reversal : run.reversals) {
    const bool same_trip = reversal.late.section == Section::kernel && reversal.late.trip == reversal.early.trip;
    if (is_load(reversal.early) && same_trip) behind[entry(reversal.early)] = entry(reversal.late);
  }
  const bool paced = epochs.whole(0, Section::kernel) > 0;
  for (const Need& need : run.needs) {
    if (!paced || need.kind != HazardKind::anti || !is_load(need.second)) continue;
    if (need.first.section != Section::kernel || need.first.trip != need.second.trip) continue;
    if (barriers_missing(program, epochs, need, run.trips) > 0) behind[entry(need.second)] = entry(need.first);
  }
  return behind;
}

/// Moves each load once. Returns false if nothing moved.
constexpr bool delay_loads_once(Vector<ScheduleEntry>& kernel, const Vector<int>& behind) {
  bool moved = false;
  // From the end, so that the indices of the other entries stay valid.
  for (int i = kernel.size() - 1; i >= 0; --i) {
    if (behind[i] < 0) continue;
    int to = next_load_place(kernel, i);
    if (to == kernel.size()) to = behind[i] > i ? behind[i] + 1 : i;
    if (to <= i + 1) continue;
    move_entry_later(kernel, i, to);
    moved = true;
  }
  return moved;
}

}  // namespace stretto::detail
