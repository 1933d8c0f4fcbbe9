// How much must be proven of a schedule before it is handed out.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// What a schedule is held to.
enum class VerificationLevel : unsigned char {
  as_declared,  ///< what the schedule says; proven if it says nothing
  structural,   ///< the structural checks alone; the verdict is reported, whatever it is
  latency,      ///< no race; hazards may be kept apart by latency, with a margin
  proven,       ///< every hazard is ordered, for every trip count
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
