// The lines of an assembly text, in which waits and barriers are added, loosened and removed. No other line changes.
#pragma once

#include <string>
#include <vector>

#include "audit/amdgcn/operands.hpp"

namespace stretto::audit {

class AssemblyLines {
 public:
  explicit AssemblyLines(const std::string& text);

  [[nodiscard]] std::string text() const;
  [[nodiscard]] int size() const { return static_cast<int>(lines_.size()); }

  /// Adds an instruction before a line. Labels of that line stay before it.
  void add(int line, const std::string& instruction);
  /// Drops an added line.
  void drop(int line);
  /// Replaces the counts of the s_waitcnt in a line. If it waits for nothing more, it is removed.
  void loosen(int line, const assembly::WaitCounts& counts);
  /// Removes the s_waitcnt or s_barrier in a line, if it was not added; its text stays as a comment.
  void remove(int line);

  [[nodiscard]] bool added(int line) const;
  /// The number of a line in the original text.
  [[nodiscard]] int original(int line) const { return originals_.at(static_cast<std::size_t>(line - 1)); }
  /// "line 34: added s_waitcnt vmcnt(0)", "line 36: loosened to s_waitcnt vmcnt(1)", "line 40: removed s_barrier".
  [[nodiscard]] std::vector<std::string> changes() const;

 private:
  [[nodiscard]] std::string& at(int line) { return lines_.at(static_cast<std::size_t>(line - 1)); }
  [[nodiscard]] const std::string& at(int line) const { return lines_.at(static_cast<std::size_t>(line - 1)); }
  /// Throws std::logic_error if the instruction in the line is neither a wait nor a barrier.
  [[nodiscard]] assembly::Statement wait_or_barrier(int line) const;

  std::vector<std::string> lines_;
  std::vector<int> originals_;  // by line; of an added line: of the line before which it was added
};

}  // namespace stretto::audit
