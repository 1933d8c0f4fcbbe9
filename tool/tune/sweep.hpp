// Points evaluated side by side. What comes out does not depend on which is done first.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "tune/row.hpp"

namespace stretto::tool {

struct SweepHooks {
  std::function<void(const TuneRow&)> done;  // a point; one call at a time, from any thread
  std::function<void()> tick;                // several times a second, from the calling thread
  std::function<bool()> stopped;             // asked before each point
};

/// Evaluates these points with so many threads. A point that has begun is finished, also when stopped. Rethrows what a
/// hook throws.
void sweep(const TuneSpace& space, const std::vector<long>& points, int jobs, const SweepHooks& hooks);

}  // namespace stretto::tool
