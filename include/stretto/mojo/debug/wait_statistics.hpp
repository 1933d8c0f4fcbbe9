// Wait statistics of a phase: how often it waits, how hard, and how many barriers it has.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Waits of one counter.
struct WaitStatistics {
  int count = 0;        ///< waits
  int full_drains = 0;  ///< waits for 0
  int smallest = 0;     ///< count that is waited for
  int largest = 0;      ///< count that is waited for

  /// Takes one more wait into account.
  constexpr void add(int value) {
    if (count == 0 || value < smallest) smallest = value;
    if (count == 0 || value > largest) largest = value;
    ++count;
    full_drains += value == 0 ? 1 : 0;
  }
};

/// What a phase consists of.
struct SectionStatistics {
  int entries = 0;      ///< all of them
  int data_ops = 0;     ///< ops of the kernel
  int prefetches = 0;   ///< of those
  int barriers = 0;     ///< of the workgroup
  int fences = 0;       ///< priorities, and hints to the compiler
  WaitStatistics vm;    ///< waits for global loads
  WaitStatistics lgkm;  ///< waits for LDS operations
};

/// Counts the entries of a phase.
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

/// The figures in one line.
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
