// What the verifier found, as text for a person.
#pragma once

#include <string>

#include "verified.hpp"

namespace stretto::tool {

/// "race: 2 races, 1 pair kept apart by latency alone, by 175 cycles".
std::string verdict_line(const Verified& found);

/// The same, and how far the proof went: "proven for every trip count: the state at the loop head after 2 trips equals
/// the one after 1".
std::string verdict_sentence(const Verified& found);

/// Each hazard's story; pairs that are in order, one a line.
std::string hazards_text(const Verified& found);

std::string dead_reads_text(const Verified& found);

}  // namespace stretto::tool
