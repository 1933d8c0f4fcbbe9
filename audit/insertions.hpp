// Where waits and barriers could go that separate the racing pairs of an audited kernel.
#pragma once

#include <string>
#include <vector>

#include "audit/audit.hpp"

namespace stretto::audit {

/// Instructions to add before a line: a wait, a barrier, or a wait and then a barrier.
struct Insertion {
  int line = 0;
  std::string wait;  // "s_waitcnt vmcnt(0)"; empty: none
  bool barrier = false;
  int covers = 0;      // pairs of lines that it may separate
  int executions = 0;  // of the instruction in that line, by one wave
  bool early = false;  // directly behind the first access of a pair, instead of before the second
};

/// Two accesses that a wait or a barrier must separate, in program order.
struct Unordered {
  StepInstance first;
  StepInstance second;
  bool same_interval = false;  // of two waves, with no barrier between them: they need one
  StepInstance wait_before;    // where a wait belongs, if they need only that
};

/// All of them, if the kernel was judged as far as that.
std::vector<Unordered> find_unordered(const Audit& found);

/// At most `most`, the most promising first. A barrier goes before an instruction that all waves execute equally often,
/// between the two accesses in program order.
std::vector<Insertion> find_insertions(const Audit& found, const std::vector<Unordered>& pairs, std::size_t most);

}  // namespace stretto::audit
