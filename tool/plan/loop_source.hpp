// A declared loop as C++ source.
#pragma once

#include <string>

#include <stretto/pipeline/loop.hpp>

namespace stretto::tool {

/// The same loop with the accesses of each op next to each other, as a declaration writes them.
Loop in_declared_order(const Loop& loop);

/// The statements that declare the loop in a variable `loop`, each indented by four spaces. The loop must be in
/// declared order.
std::string loop_source(const Loop& loop);

}  // namespace stretto::tool
