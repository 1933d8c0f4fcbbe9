// A compiled schedule as JSON, in the format of the reference files.
#pragma once

#include <string>

#include "case.hpp"

namespace stretto::tool {

/// All results of a case. Only single-buffer schedules have `segments`.
Json result_json(const Case& input, const CompiledSchedule& compiled);

/// The JSON as text: one op or entry per line.
std::string json_text(const Json& value);

/// The function that names the kernel tags of a case's schedule.
TagNamer tag_namer(const Case& input);

}  // namespace stretto::tool
