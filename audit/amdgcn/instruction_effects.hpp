// Which registers an instruction reads and writes, including implicit ones.
#pragma once

#include <string>
#include <vector>

#include "assembly.hpp"

namespace stretto::assembly {

/// The register number of the scalar condition code.
inline constexpr int scc_number = -1;

/// The numbers of the registers that an instruction reads and writes.
struct Effects {
  std::vector<int> reads;
  std::vector<int> writes;
  std::vector<int> places;  // those read that determine which bytes of the LDS and which lanes of registers it touches
};
Effects effects_of(const Instruction& in);
/// The effects of each instruction of a kernel.
std::vector<Effects> effects_of(const Kernel& kernel);

/// How many of its first operands it writes: at most two. The second is a carry, a scale, or the other register of a
/// swap.
std::size_t results_of(const Instruction& in);

/// True if the first operand may keep part of its old content, or is also a source.
bool keeps_part(const Instruction& in);

/// Whether it reads or writes the scalar condition code.
bool reads_condition(const std::string& mnemonic);
bool writes_condition(const std::string& mnemonic);

/// True for loads, stores and LDS instructions of a wave's lanes.
bool accesses_memory(const Instruction& in);

/// True if it reads inactive lanes.
bool reads_inactive_lanes(const Instruction& in);

}  // namespace stretto::assembly
