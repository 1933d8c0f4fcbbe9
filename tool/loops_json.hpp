// Loops for modulo scheduling, one JSON object per line:
//   {"name": ..., "resources": [{"name", "limit" (null: no limit), "latency", "occupancy"}...],
//    "ops": [[name, resource]...], "edges": [[from, to, distance, delay]...]}
// An edge requires t(to) + II * distance >= t(from) + latency(from) + delay. Resources and ops are given by name or by
// number, from 0.
#pragma once

#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// A loop, with the storage of the names that its problem points to.
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
  std::vector<int> latencies;  // per op
  ModuloProblem problem;
};

/// The loops of a file. Throws InputError for a loop that cannot be scheduled at all.
std::vector<NamedLoop> read_loops(const std::string& path);

/// The message of a Diagnostic about a loop, with its ops by name.
std::string loop_refusal(const NamedLoop& loop, const Diagnostic& why);

}  // namespace stretto::tool
