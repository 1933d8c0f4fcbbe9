// A compiled schedule as text.
#pragma once

#include <string>

#include "case.hpp"

namespace stretto::tool {

std::string text_report(const Case& input, const CompiledSchedule& compiled);

/// The message of a rejection, with its ops spelled out. `compiled` is the partial result of the compilation.
std::string refusal(const Case& input, const CompiledSchedule& compiled);

/// One line per same-iteration edge that the order or the emission violates; empty if there is none.
std::string broken_edge_notes(const Case& input, const CompiledSchedule& compiled);

}  // namespace stretto::tool
