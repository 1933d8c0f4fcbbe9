// The ranking of points.
#pragma once

#include <vector>

#include "tune/row.hpp"

namespace stretto::tool {

/// The verdict required for ranking.
enum class Require : unsigned char { proven, latency, any };

struct Ranking {
  std::vector<const TuneRow*> ranked;    // best first
  std::vector<const TuneRow*> unranked;  // in point order: rejected, or below the required verdict
};

/// True if `a` ranks before `b`: more work per cycle; then the safer verdict, less shared memory, fewer registers, and
/// the lower point number.
bool better(const TuneRow& a, const TuneRow& b);

bool meets(const TuneRow& row, Require require);

/// The rows are not owned.
Ranking rank(const std::vector<TuneRow>& rows, Require require);

}  // namespace stretto::tool
