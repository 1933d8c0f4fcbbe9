// A compiled schedule as text for a person.
#pragma once

#include <string>

#include "case.hpp"

namespace stretto::tool {

std::string text_report(const Case& input, const CompiledSchedule& compiled);

/// What a refusal says, with the ops it names spelled out. `compiled` is as far as the compilation got.
std::string refusal(const Case& input, const CompiledSchedule& compiled);

/// A line for each same-iteration edge that the order or the emission breaks; empty when there is none.
std::string broken_edge_notes(const Case& input, const CompiledSchedule& compiled);

}  // namespace stretto::tool
