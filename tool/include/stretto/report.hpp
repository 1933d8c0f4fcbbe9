// Reports on loops and pipelines from C++: what the program `stretto` writes, for a loop that a program declares.
//
// The functions are in a library, not in headers: link `stretto::report`, which the package has if the tool was built.
// They throw std::runtime_error, with a message for the user.
#pragma once

#include <string>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::report {

/// The loop as a loop file, without a target: what `stretto pipeline FILE` reads.
std::string to_json(const Loop& loop);

/// The loop as a loop file, with its target and the options that differ from their defaults.
std::string to_json(const Loop& loop, const Gpu& target, const PipelineOptions& options = {});

/// The HTML report of `stretto show --html`: one file without references to others.
std::string to_html(const Pipeline& pipe);

/// What `stretto explain` says of an entry, such as "consumer:kernel[3]"; without an entry, the list of entries.
std::string explain(const Pipeline& pipe, const std::string& entry = "");

}  // namespace stretto::report
