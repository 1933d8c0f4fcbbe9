// The parity of a phase in text: phase_parity (program/phase_parity.hpp) as an expression.
#pragma once

#include <string>

#include "factor_text.hpp"

namespace stretto::tool {

/// "((i + 2) / 4 + 1) % 2", from the text of a version that advances. `slots`: of the barrier, or another divisor.
inline std::string parity_text(const std::string& version, int slots, int flip) {
  std::string phase = slots == 1 ? version : factor_text(version) + " / " + std::to_string(slots);
  if (flip % 2 != 0) phase += " + 1";
  return factor_text(phase) + " % 2";
}

}  // namespace stretto::tool
