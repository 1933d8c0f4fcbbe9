// One point of a sweep: compiled or scheduled, verified, and run by the timed executor.
#pragma once

#include "tune/row.hpp"

namespace stretto::tool {

/// What is refused, or cannot run, is a row with its reason. May be called by several threads at a time.
TuneRow evaluate(const TuneSpace& space, long point);

}  // namespace stretto::tool
