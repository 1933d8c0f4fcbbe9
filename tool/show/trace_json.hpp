// A scene as Chrome trace events, for Perfetto or chrome://tracing: a process for the units, one for the roles, and one
// with a track per concurrent load in flight. One microsecond is one cycle.
#pragma once

#include "json/object_reader.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

Json trace_json(const Scene& scene);

}  // namespace stretto::tool
