// The subject of a declared loop on a target: its programs, and the cause of its interval.
#pragma once

#include "loop/loaded_loop.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// Throws InputError if the target cannot run it.
Subject loop_subject(const LoadedLoop& source);

/// The same for a pipeline that was made.
Subject pipeline_subject(const Pipeline& pipe, const std::string& title);

}  // namespace stretto::tool
