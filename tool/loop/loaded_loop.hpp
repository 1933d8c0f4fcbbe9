// A declared loop that is ready to be planned: a built-in loop by name, or a loop of a file, with the options that were
// given on the command line.
#pragma once

#include <string>

#include "loop/loop_reader.hpp"
#include "pipeline_catalog.hpp"

namespace stretto::tool {

/// A loop with its target and its options. The names live as long as the process.
struct LoadedLoop {
  std::string title;  // "gemm 128x256x64 bf16 on H200 (sm_90a), persistent"
  Loop loop{""};
  Gpu target;
  PipelineOptions options;
};

/// A built-in loop by name, or a loop file. `reader`: the command, for messages. Throws InputError.
LoadedLoop load_loop(const std::string& what, const LoopArguments& arguments, const std::string& reader = "pipeline");

/// A built-in loop. Throws InputError.
LoadedLoop loaded(const PipelineRequest& request);

/// A loop of a file. Throws InputError, also for options that only built-in loops have.
LoadedLoop loaded(const LoopDeclaration& declaration, const LoopArguments& arguments);

/// Throws InputError if the target cannot run the loop.
Pipeline make_pipeline(const LoadedLoop& source);
inline Pipeline make_pipeline(const PipelineRequest& request) { return make_pipeline(loaded(request)); }

/// Why make_pipeline refuses a loop, in words.
std::string refusal(const LoadedLoop& source, const Diagnostic& why);

}  // namespace stretto::tool
