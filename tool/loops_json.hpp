// Loops to be scheduled modulo, one JSON object a line:
//   {"name": ..., "resources": [{"name", "limit" (null: no limit), "latency", "occupancy"}...],
//    "ops": [[name, resource]...], "edges": [[from, to, distance, delay]...]}
// An edge asks for t(to) + II * distance >= t(from) + latency(from) + delay. Resources and ops are named or counted
// from 0.
#pragma once

#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "json_reader.hpp"

namespace stretto::tool {

/// A loop with the names that its problem points to.
struct NamedLoop {
  NamedLoop() = default;
  NamedLoop(NamedLoop&&) = default;
  NamedLoop& operator=(NamedLoop&&) = default;
  NamedLoop(const NamedLoop&) = delete;  // the problem points into the names
  NamedLoop& operator=(const NamedLoop&) = delete;
  ~NamedLoop() = default;

  std::string where;  // file and line
  std::string name;
  std::vector<std::string> op_names;
  std::vector<std::string> resource_names;
  std::vector<int> latencies;  // of the ops
  ModuloProblem problem;
};

/// Every line of the file that is not empty; complaints name file and line.
struct JsonLine {
  std::string where;
  Json value;
};
std::vector<JsonLine> read_json_lines(const std::string& path);

/// The loops of a file. Throws InputError for what cannot be scheduled at all.
std::vector<NamedLoop> read_loops(const std::string& path);

/// A Diagnostic about a loop, with its ops by name.
std::string loop_refusal(const NamedLoop& loop, const Diagnostic& why);

}  // namespace stretto::tool
