// Explains one step of a program: what it waits for, what waits for it, and how far it can move.
#pragma once

#include <string>

#include "show/scene.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// `entry` is "kernel[12]" or, for one role, "consumer:kernel[3]". Throws InputError if the entry does not exist or is
/// ambiguous between roles.
std::string explain_program(const Subject& subject, const Scene& scene, const std::string& entry);

}  // namespace stretto::tool
