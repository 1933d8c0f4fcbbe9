// A case compiled with the tool's options, and the cost of its ops in cycles.
#pragma once

#include <string>

#include "case.hpp"

namespace stretto::tool {

/// `sync`: "declared" or "derived" waits and barriers. A rejected schedule has its error set.
CompiledSchedule compile_case(const Case& input, const std::string& sync, const CompileOptions& options);

/// The target's costs, with the cycles per compute op that the schedule gives.
TimedCosts timed_costs(const Case& input);

}  // namespace stretto::tool
