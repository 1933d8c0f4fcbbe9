// The results of the verifier as text.
#pragma once

#include <string>

#include "verified.hpp"

namespace stretto::tool {

/// "race: 2 races, 1 pair separated by latency alone, by 175 cycles".
std::string verdict_line(const Verified& found);

/// The same, with the extent of the proof: "proven for every trip count: the state at the loop head after 2 trips is as
/// safe as the one after 1".
std::string verdict_sentence(const Verified& found);

/// The counterexample of each hazard; ordered pairs take one line each.
std::string hazards_text(const Verified& found);

std::string dead_reads_text(const Verified& found);

}  // namespace stretto::tool
