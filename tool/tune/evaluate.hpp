// Evaluates one point of a sweep: compiles or schedules it, verifies it, and times it.
#pragma once

#include "tune/row.hpp"

namespace stretto::tool {

/// A point that is rejected or cannot run yields a row with the reason. Thread-safe.
TuneRow evaluate(const TuneSpace& space, long point);

}  // namespace stretto::tool
