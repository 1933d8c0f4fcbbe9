// Vector instructions as functions of one lane: up to three words in, one word out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "assembly.hpp"

namespace stretto::assembly {

struct LaneOperation {
  /// Returns nothing if the result is unknown.
  std::function<std::optional<std::uint32_t>(std::uint32_t, std::uint32_t, std::uint32_t)> run;
  bool on_floats = false;  // its operands may have "-" and "|...|" modifiers

  explicit operator bool() const { return run != nullptr; }
};

/// Takes the mnemonic without its suffix ("_e32"). Empty if the instruction is unknown or its result is always data.
/// `last_bit` is added to the last bit of a reciprocal.
LaneOperation lane_operation(const Instruction& in, const std::string& mnemonic, int last_bit = 0);

/// A reciprocal approximation, whose last bit may differ between chips.
bool is_reciprocal(const std::string& mnemonic);

/// The part of an operand that src0_sel or src1_sel selects.
std::uint32_t selected_part(const Instruction& in, int source, const Operand& operand, std::uint32_t value);

/// Applies the modifiers of "-v1" and "|v1|".
std::uint32_t changed_float(const Operand& operand, std::uint32_t bits);

/// A comparison such as "lt", "nge" or "o" of two floats. Empty if unknown, because denormals may be flushed to 0.
std::optional<bool> compare_floats(const std::string& test, std::uint32_t x, std::uint32_t y);

/// A comparison such as "lt", "ne" or "t" of two integers. Empty if there is no such comparison.
std::optional<bool> compare_integers(const std::string& test, std::int64_t x, std::int64_t y, bool is_signed);

}  // namespace stretto::assembly
