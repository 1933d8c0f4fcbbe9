// The subject of a declared loop on a target: its programs, and the cause of its interval.
#pragma once

#include "show/subject.hpp"

namespace stretto::tool {

/// Throws InputError if the target cannot run it.
Subject loop_subject(const SubjectArguments& arguments);

}  // namespace stretto::tool
