// A counter during a run: how many operations have been issued, and how many of them are known to have retired.
//
// Operations retire in order. A wait, a draining barrier, an interlock and a full counter each retire the oldest ones.
#pragma once

#include <stretto/sync/run_deadlines.hpp>

namespace stretto::detail {

/// The state of counter c. It visits the elements of a run in order: it arrives at each one, and then leaves it.
struct CounterWalk {
  int issued = 0;
  int retired = 0;

  /// The wait before an element, and the operations that a draining barrier completes.
  constexpr void arrive(const PlanFacts& facts, const WaitRun& run, int c, Section section, int e, int count) {
    raise_to(retired, issued - count);
    if (c == 1 && (facts.draining(section, e) & run.roles) != 0) raise_to(retired, issued);
  }

  /// The element itself: interlocks first, then the operations that it issues. A full counter retires its oldest
  /// operations.
  constexpr void leave(const PlanFacts& facts, const WaitRun& run, int c, Section section, int e, int position) {
    if (!run.interlock[c].empty()) raise_to(retired, run.interlock[c][position]);
    const int weight = facts.weight(c, section, e);
    if (weight == 0) return;
    raise_to(retired, issued + 1 - facts.capacity(c));
    issued += weight;
    raise_to(retired, issued - facts.capacity(c));
  }
};

}  // namespace stretto::detail
