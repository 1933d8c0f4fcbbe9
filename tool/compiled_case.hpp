// A case, compiled as the tool's options ask, and what its ops cost in time.
#pragma once

#include <string>

#include "case.hpp"

namespace stretto::tool {

/// `sync`: the waits and barriers that the schedule declares, or derived ones. What is refused has its error set.
CompiledSchedule compile_case(const Case& input, const std::string& sync, const CompileOptions& options);

/// The target's figures are of a quadrant of a 256x256 tile with 128 bytes of K; where a case says its tile, an MMA op
/// takes cycles in proportion.
TimedCosts timed_costs(const Case& input);

}  // namespace stretto::tool
