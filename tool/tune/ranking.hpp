// Which points are best.
#pragma once

#include <vector>

#include "tune/row.hpp"

namespace stretto::tool {

/// The least that a point must be to be ranked.
enum class Require : unsigned char { proven, latency, any };

struct Ranking {
  std::vector<const TuneRow*> ranked;    // best first
  std::vector<const TuneRow*> unranked;  // in order: refused, or not as safe as is required
};

/// Can `a` stand before `b`: more work per cycle; then the safer verdict, less shared memory, fewer registers, and the
/// earlier point.
bool better(const TuneRow& a, const TuneRow& b);

bool meets(const TuneRow& row, Require require);

/// The rows are borrowed.
Ranking rank(const std::vector<TuneRow>& rows, Require require);

}  // namespace stretto::tool
