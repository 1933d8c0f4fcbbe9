// A scene as Chrome's trace events, for Perfetto or chrome://tracing: a process of the units, one of the roles, and
// one with a track for every load in flight. A microsecond is a cycle.
#pragma once

#include "json_reader.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

Json trace_json(const Scene& scene);

}  // namespace stretto::tool
