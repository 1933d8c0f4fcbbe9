// Evaluates points in parallel. The results do not depend on the order of completion.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "tune/row.hpp"

namespace stretto::tool {

struct SweepHooks {
  std::function<void(const TuneRow&)> done;  // after each point; serialised, from any thread
  std::function<void()> tick;                // several times a second, from the calling thread
  std::function<bool()> stopped;             // polled before each point
};

/// Evaluates these points with `jobs` threads. When stopped, points in progress are finished. Rethrows exceptions of
/// the hooks.
void sweep(const TuneSpace& space, const std::vector<long>& points, int jobs, const SweepHooks& hooks);

}  // namespace stretto::tool
