// One step of a program in words: what it waits for, what waits for it, and how far it could move.
#pragma once

#include <string>

#include "show/scene.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// `entry` is "kernel[12]", or of one role "consumer:kernel[3]". Throws InputError for one that is not there, or that
/// several roles have, each its own.
std::string explain_program(const Subject& subject, const Scene& scene, const std::string& entry);

}  // namespace stretto::tool
