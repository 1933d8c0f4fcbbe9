// Pairs of states that differ in one fact which decides: from one of them nothing goes wrong, from the other something
// does. The order must tell them apart. Random histories hardly ever differ in these facts alone.
#pragma once

#include <string>
#include <vector>

#include <stretto/config/latency_bounds.hpp>

#include "state_histories.hpp"

namespace stretto::study {

struct StatePairProgram {
  std::string name;
  Histories histories;  // changed: the right one, then the wrong one
  LatencyBounds latency;
};

[[nodiscard]] std::vector<StatePairProgram> state_pair_programs();

}  // namespace stretto::study
