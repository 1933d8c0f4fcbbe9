// What vector instructions compute in one lane, from up to three words.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "assembly.hpp"

namespace stretto::assembly {

struct LaneOperation {
  /// None: the result is not known.
  std::function<std::optional<std::uint32_t>(std::uint32_t, std::uint32_t, std::uint32_t)> run;
  bool on_floats = false;  // its operands may be negated, or absolute values

  explicit operator bool() const { return run != nullptr; }
};

/// The mnemonic without its suffix ("_e32"). Empty if it is not known, or only gives data.
/// `last_bit` is added to the last bit of a reciprocal.
LaneOperation lane_operation(const Instruction& in, const std::string& mnemonic, int last_bit = 0);

/// Chips round it as they like.
bool is_reciprocal(const std::string& mnemonic);

/// A part of an operand, as src0_sel and src1_sel ask for.
std::uint32_t selected_part(const Instruction& in, int source, const Operand& operand, std::uint32_t value);

/// "-v1" and "|v1|".
std::uint32_t changed_float(const Operand& operand, std::uint32_t bits);

/// "lt", "nge", "o" of two floats; none: not known, because denormal numbers may count as 0.
std::optional<bool> compare_floats(const std::string& test, std::uint32_t x, std::uint32_t y);

/// "lt", "ne", "t" of two integers; none: there is no such test.
std::optional<bool> compare_integers(const std::string& test, std::int64_t x, std::int64_t y, bool is_signed);

}  // namespace stretto::assembly
