// Loads that stand too early are moved later.
//
// A load may overwrite a tile only when its readers are done, in every wave. Where that would take barriers beyond
// those that set the pace, or where a reader even comes after the load, the load goes to the next place where loads may
// stand: the end of the next block's memory part, just before the barrier in front of its compute op. Without pacing
// barriers it goes just behind the reader.
#pragma once

#include <stretto/mojo/sync/pacing.hpp>
#include <stretto/sync/synchronise.hpp>

namespace stretto::detail {

/// The first place behind entry i, in front of a barrier with a compute op behind it; the size when there is none.
constexpr int next_load_place(const Vector<ScheduleEntry>& kernel, int i) {
  // The barrier in front of the load's own compute op comes first.
  bool own_block = true;
  for (int j = i + 1; j < kernel.size(); ++j) {
    if (kernel[j].op.role == OpRole::compute) own_block = false;
    if (kernel[j].op.tag != tags::barrier || !compute_beside(kernel, j, 1)) continue;
    if (!own_block) return j;
  }
  return kernel.size();
}

/// Moves entry `from` to stand before what is entry `to` now (from < to).
constexpr void move_entry_later(Vector<ScheduleEntry>& entries, int from, int to) {
  const ScheduleEntry moved = entries[from];
  for (int i = from; i + 1 < to; ++i) entries[i] = entries[i + 1];
  entries[to - 1] = moved;
}

/// Where each kernel entry should go at the earliest: behind this entry; -1 where it may stay.
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

/// One round; false when nothing moved.
constexpr bool delay_loads_once(Vector<ScheduleEntry>& kernel, const Vector<int>& behind) {
  bool moved = false;
  // Last first, so that the numbers of the others stay.
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
