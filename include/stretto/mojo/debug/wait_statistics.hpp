// Wait statistics of a section: number of waits, their counts, and number of barriers.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Statistics of the waits on one counter.
struct WaitStatistics {
  int count = 0;        ///< number of waits
  int full_drains = 0;  ///< waits with count 0
  int smallest = 0;     ///< smallest count of a wait
  int largest = 0;      ///< largest count of a wait

  /// Adds one wait.
  constexpr void add(int value) {
    if (count == 0 || value < smallest) smallest = value;
    if (count == 0 || value > largest) largest = value;
    ++count;
    full_drains += value == 0 ? 1 : 0;
  }
};

/// Statistics of one section.
struct SectionStatistics {
  int entries = 0;      ///< all entries
  int data_ops = 0;     ///< kernel ops (tags 0-127)
  int prefetches = 0;   ///< entries marked as prefetches
  int barriers = 0;     ///< workgroup barriers
  int fences = 0;       ///< priorities and compiler hints
  WaitStatistics vm;    ///< waits for global loads
  WaitStatistics lgkm;  ///< waits for LDS operations
};

/// Computes the statistics of a section.
template <class Entries>
constexpr SectionStatistics section_statistics(const Entries& entries) {
  SectionStatistics statistics;
  for (const ScheduleEntry& entry : entries) {
    ++statistics.entries;
    statistics.data_ops += entry.op.is_kernel_op() ? 1 : 0;
    statistics.prefetches += entry.is_prefetch ? 1 : 0;
    statistics.barriers += entry.op.tag == tags::barrier ? 1 : 0;
    statistics.fences += entry.op.role == OpRole::fence ? 1 : 0;
    if (entry.op.tag == tags::wait_vm) statistics.vm.add(entry.op.wait_value);
    if (entry.op.tag == tags::wait_lgkm) statistics.lgkm.add(entry.op.wait_value);
  }
  return statistics;
}

/// Prints the statistics on one line.
constexpr Text dump_statistics(const SectionStatistics& s) {
  Text text;
  text << s.entries << " entries, " << s.data_ops << " data ops (" << s.prefetches << " prefetches), " << s.barriers
       << " barriers, " << s.fences << " fences";
  const auto counter = [&](const char* label, const WaitStatistics& w) {
    if (w.count == 0) return;
    text << "; " << label << ": " << w.count << " waits, " << w.full_drains << " for 0, counts " << w.smallest << " to "
         << w.largest;
  };
  counter("vm", s.vm);
  counter("lgkm", s.lgkm);
  return text;
}

}  // namespace stretto
