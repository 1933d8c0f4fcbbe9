// Pairs of states that differ in one decisive fact: from one state nothing goes wrong, from the other something does.
// The order must distinguish them. Random histories hardly ever differ in only one of these facts.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include <stretto/gpu/latency_bounds.hpp>

#include "state_histories.hpp"

namespace stretto::study {

struct StatePairProgram {
  std::string name;
  Histories histories;  // changed: the right one, then the wrong one
  LatencyBounds latency;

  friend void PrintTo(const StatePairProgram& pair, std::ostream* out) { *out << pair.name; }
};

[[nodiscard]] std::vector<StatePairProgram> state_pair_programs();

}  // namespace stretto::study
