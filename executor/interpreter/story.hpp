// Describes a failure in one line.
#pragma once

#include <string>

#include "transitions.hpp"

namespace stretto::executor::interpreter {

std::string story(const StraightLines& lines, const State& state, const Failure& failure);

}  // namespace stretto::executor::interpreter
