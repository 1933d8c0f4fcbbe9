// Reads a declared loop from a loop file. docs/schema/loop.schema.json is the format; docs/howto/plan_your_own_loop.md
// introduces it. A file contains one loop, or several as {"loops": [...]}.
#pragma once

#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// What a loop file says: the loop, its target and its options. The names live as long as the process.
struct DeclaredLoop {
  Loop loop{""};
  Gpu target;
  PipelineOptions options;
  Parameters parameters;  // with the values that were used
};

/// The object of one loop, as it is in the file. A target that is a file is replaced by its contents.
struct LoopDeclaration {
  Json value;
  JsonPlace place;
};

/// The loop of a file by its name or number; `which` may be empty if there is only one. Throws InputError.
LoopDeclaration find_declaration(const Json& file, const std::string& path, const std::string& which);

/// The names and values of the parameters that the file declares. Throws InputError.
Parameters declared_parameters(const LoopDeclaration& declaration);

/// Reads a loop; `changed` replaces values of its parameters. Throws InputError that names the path in the file.
DeclaredLoop read_declared_loop(const LoopDeclaration& declaration, const Parameters& changed = {});

}  // namespace stretto::tool
