// Whole files that the tool wrote, to be changed and verified.
#pragma once

#include "tool.hpp"

namespace stretto::cli {

inline Json reference_file(const std::string& name) { return Json::parse(read_file(reference_path(name))); }

/// A subcommand on a JSON value.
inline Outcome run_on(const Json& file, std::vector<std::string> command) {
  const ScratchDir dir;
  command.insert(command.begin() + 1, dir.write("file.json", file.dump()));
  return run_tool(command);
}

inline Outcome verify(const Json& file) { return run_on(file, {"verify"}); }

}  // namespace stretto::cli
