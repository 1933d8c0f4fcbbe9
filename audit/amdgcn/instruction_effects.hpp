// Which registers an instruction reads and writes, also those that its text does not name.
#pragma once

#include <string>
#include <vector>

#include "assembly.hpp"

namespace stretto::assembly {

/// The scalar condition code among the numbers of registers.
inline constexpr int scc_number = -1;

/// What an instruction reads and writes, by register number.
struct Effects {
  std::vector<int> reads;
  std::vector<int> writes;
};
Effects effects_of(const Instruction& in);
/// Of all instructions.
std::vector<Effects> effects_of(const Kernel& kernel);

/// Operands that it writes: the first ones, at most two. The second one is a carry, a scale, or the other half of a
/// swap.
std::size_t results_of(const Instruction& in);

/// A part of the first operand may stay what it was, or counts as a source.
bool keeps_part(const Instruction& in);

/// Of the scalar condition code.
bool reads_condition(const std::string& mnemonic);
bool writes_condition(const std::string& mnemonic);

/// It reads lanes that are not active.
bool reads_inactive_lanes(const Instruction& in);

}  // namespace stretto::assembly
