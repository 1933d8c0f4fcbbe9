// Writes a declared loop as a loop file, which loop_reader.hpp reads back.
#pragma once

#include <stretto/pipeline/pipeline.hpp>

#include "json/parse.hpp"

namespace stretto::tool {

/// The loop alone, without a target. Values that are the default are left out.
Json loop_json(const Loop& loop);

/// The loop with its target and its options.
Json loop_json(const Loop& loop, const Gpu& target, const PipelineOptions& options);

/// The file: a line for each buffer, op and role.
std::string loop_file_text(const Json& loop);

}  // namespace stretto::tool
