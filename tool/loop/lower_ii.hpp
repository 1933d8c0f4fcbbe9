// What would lower II: changes to the loop that affect what binds it, each with the II that the changed problem has.
// Nothing is estimated; every change is scheduled.
#pragma once

#include <string>
#include <vector>

#include "loop/loaded_loop.hpp"

namespace stretto::tool {

enum class ChangeKind : unsigned char {
  slot,      // one more slot of a buffer in shared memory
  slots,     // one more slot of every buffer in shared memory whose slots are given
  copy,      // one more copy of a buffer in registers: the kernel loop is unrolled, because registers cannot be indexed
  split,     // an op in two halves
  capacity,  // more bytes of a memory: as many as the smallest II needs whose schedules do not fit
};

struct IiChange {
  ChangeKind kind = ChangeKind::slot;
  std::string of;        // the buffer (of several: "all"), the op or the memory
  std::string text;      // "one more slot of B"
  long ii = 0;           // of the changed problem; 0: refused
  bool optimal = false;  // no smaller II is possible; otherwise the best found
  std::string refused;   // why the change is not possible
  bool open = false;     // the search had too little work to find a smaller II, or to exclude one
};

struct IiChanges {
  std::vector<IiChange> looked_at;
  int left_out = 0;  // not tried: the changes before them took too much work
};

/// One change for each storage and each op that binds II, one for all buffers with given slots together, and one for
/// the memory that binds it. None if a saturated unit does, because then only less work on that unit lowers II.
IiChanges changes_of_ii(const LoadedLoop& source, const Pipeline& pipe);

/// The changes as text, and as JSON. The text has those that lower II or are not possible, a line each.
std::string changes_text(const Pipeline& pipe, const IiChanges& changes);
Json changes_json(const IiChanges& changes);

}  // namespace stretto::tool
