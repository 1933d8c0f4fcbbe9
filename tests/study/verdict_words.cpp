#include "verdict_words.hpp"

#include <stretto/core/error.hpp>
#include <stretto/mojo/names.hpp>

namespace stretto::study {

std::string words(const Verification& verdict) {
  std::string text = stretto::name(verdict.verdict);
  if (verdict.invalid) return text + ": " + describe(verdict.invalid).c_str();
  for (const Hazard& hazard : verdict.hazards) {
    const auto at = [](const StepInstance& step) {
      return std::string(stretto::name(step.section)) + " " + std::to_string(step.entry) + " of role " +
             std::to_string(step.role) + " in trip " + std::to_string(step.trip);
    };
    text += "\n  " + std::string(stretto::name(hazard.kind)) + ": " + at(hazard.first) + " -> " + at(hazard.second) +
            ", buffer " + std::to_string(hazard.buffer) + " slot " + std::to_string(hazard.slot) + " subtile " +
            std::to_string(hazard.subtile) + ", due " + std::to_string(hazard.tile_due) + " found " +
            std::to_string(hazard.tile_found) + ", trips " + std::to_string(hazard.trips);
  }
  return text;
}

std::string words(const Vector<int>& trips) {
  std::string text;
  for (const int n : trips) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

}  // namespace stretto::study
