// One instruction from its text: operands and modifiers. What is not understood is noted in Instruction::problem.
#pragma once

#include <optional>
#include <string>

#include "assembly.hpp"
#include "statements.hpp"

namespace stretto::assembly {

Instruction instruction_of(const Statement& statement);

/// "12", "-1", "0x40" as LLVM reads them; empty: anything else.
std::optional<long> integer_of(const std::string& text);

/// The counts of an s_waitcnt; -1: no wait.
struct WaitCounts {
  int vm = -1;
  int lgkm = -1;
};
/// Empty: it is not understood, or cannot be encoded.
std::optional<WaitCounts> wait_counts(const Instruction& in);

}  // namespace stretto::assembly
