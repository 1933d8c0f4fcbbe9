// A declared loop on a target, to be looked at: its programs, and what its interval rests on.
#pragma once

#include "show/subject.hpp"

namespace stretto::tool {

/// Throws InputError if the target cannot run it.
Subject loop_subject(const SubjectArguments& arguments);

}  // namespace stretto::tool
