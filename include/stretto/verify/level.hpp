// The verification levels: how much must be proven about a schedule before it is accepted.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The verdict that a schedule is held to.
enum class VerificationLevel : unsigned char {
  as_declared,  ///< the level that the schedule declares; proven if it declares none
  structural,   ///< structural checks only; any verdict is accepted and reported
  latency,      ///< no race; hazards may rely on latency, with a margin
  proven,       ///< every pair is ordered, for every trip count
};

/// The level as messages and JSON write it.
constexpr const char* name(VerificationLevel level) {
  switch (level) {
    case VerificationLevel::as_declared: return "as_declared";
    case VerificationLevel::structural: return "structural";
    case VerificationLevel::latency: return "latency";
    case VerificationLevel::proven: return "proven";
  }
  return "?";
}

}  // namespace stretto
