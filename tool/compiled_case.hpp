// A case, compiled as the tool's options ask, and what its ops cost in time.
#pragma once

#include <string>

#include "case.hpp"

namespace stretto::tool {

/// `sync`: the waits and barriers that the schedule declares, or derived ones. What is refused has its error set.
CompiledSchedule compile_case(const Case& input, const std::string& sync, const CompileOptions& options);

/// The target's figures, with the cycles of a compute op that the schedule says.
TimedCosts timed_costs(const Case& input);

}  // namespace stretto::tool
