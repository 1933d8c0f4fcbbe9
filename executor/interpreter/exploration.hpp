// Every state that straight lines can reach.
//
// What is read decides nothing but right or wrong, so exploration goes on behind a wrong number; it ends at an invalid
// phase. States are known again by their fingerprints. Lines are finite, so there is an end.
#pragma once

#include "interpreter.hpp"
#include "straight_line.hpp"

namespace stretto::executor::interpreter {

Exploration explore_all(const StraightLines& lines, const ExplorationOptions& options);

}  // namespace stretto::executor::interpreter
