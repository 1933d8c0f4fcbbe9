// Parses one instruction: operands and modifiers. Instruction::problem names what is not supported.
#pragma once

#include <optional>
#include <string>

#include "assembly.hpp"
#include "statements.hpp"

namespace stretto::assembly {

Instruction instruction_of(const Statement& statement);

/// An integer such as "12", "-1" or "0x40", as LLVM reads it; empty for anything else.
std::optional<long> integer_of(const std::string& text);

/// The counts of an s_waitcnt; -1: no wait for this counter.
struct WaitCounts {
  int vm = -1;
  int lgkm = -1;
};
/// Empty if the instruction is not an s_waitcnt, is malformed, or cannot be encoded.
std::optional<WaitCounts> wait_counts(const Instruction& in);

}  // namespace stretto::assembly
