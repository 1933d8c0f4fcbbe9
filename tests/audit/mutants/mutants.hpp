// Changes of a kernel's assembly: its waits, barriers and addresses in the LDS.
#pragma once

#include <string>
#include <vector>

namespace stretto::audit {

struct Mutant {
  std::string change;  // "line 214: s_waitcnt vmcnt(3): vmcnt dropped"
  std::string text;
};

/// Each field of each wait dropped, loosened by one and tightened to 0; each wait moved up and down by one instruction;
/// each barrier dropped, and moved up and down by one; each access of the LDS moved by a row and by a slot.
std::vector<Mutant> mutants_of(const std::string& text);

}  // namespace stretto::audit
