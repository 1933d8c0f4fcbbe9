// Program files as JSON values, to be changed by tests.
#pragma once

#include "tool.hpp"

namespace stretto::cli {

/// A ring of two slots that is right.
inline Json small_ring() {
  return Json::parse(R"({
    "name": "ring",
    "parameters": {"stages": 2, "half": "64*8"},
    "buffers": {"tile": {"slots": "stages", "bytes": "2*half"}},
    "barriers": {"full": {"slots": "stages"}, "empty": {"slots": "stages"}},
    "roles": [
      {"name": "producer", "kernel": [
        {"await": "empty[i%stages]", "parity": "(i/stages)%2^1"},
        {"arrive": "full[i%stages]", "expect": "2*half"},
        {"tma_load": "tile", "writes": "tile[i%stages]", "signals": "full[i%stages]"}]},
      {"name": "consumer", "kernel": [
        {"await": "full[i%stages]", "parity": "(i/stages)%2"},
        {"wgmma": "C", "reads": "tile[i%stages]", "accumulates": "C"},
        {"wait": "mma"},
        {"arrive": "empty[i%stages]"}]}]})");
}

/// The result of `stretto verify`.
inline Outcome verify_json(const Json& program, const std::vector<std::string>& more = {}) {
  const ScratchDir scratch;
  std::vector<std::string> arguments = {"verify", scratch.write("ring.json", program.dump(2))};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tool(arguments);
}

}  // namespace stretto::cli
