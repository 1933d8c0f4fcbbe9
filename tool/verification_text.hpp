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

// The same for any program, with the names of its steps.
std::string verdict_line(const Verification& verification);
std::string verdict_sentence(const Verification& verification);
std::string hazards_text(const StepNames& names, const WaveProgram& program, const Verification& verification);
std::string dead_reads_text(const StepNames& names, const Verification& verification);

}  // namespace stretto::tool
