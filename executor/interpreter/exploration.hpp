// Explores every state that straight lines can reach.
//
// The contents that are read decide only whether the result is right, so exploration continues after a wrong result and
// after a missing fence. It stops at an invalid phase. Visited states are recognised by their fingerprints. Lines are
// finite, so exploration terminates.
#pragma once

#include "interpreter.hpp"
#include "straight_line.hpp"

namespace stretto::executor::interpreter {

Exploration explore_all(const StraightLines& lines, const ExplorationOptions& options);

}  // namespace stretto::executor::interpreter
