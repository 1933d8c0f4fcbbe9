// Assigns intervals to tracks: each to the first track where it overlaps no other.
#pragma once

#include <vector>

namespace stretto::tool {

/// Takes the first track that is free at `from`, until `to`. `busy` holds the end of each track's last interval.
inline int first_free(std::vector<long>& busy, long from, long to) {
  std::size_t track = 0;
  while (track < busy.size() && busy[track] > from) ++track;
  if (track == busy.size()) busy.push_back(0);
  busy[track] = to;
  return static_cast<int>(track);
}

}  // namespace stretto::tool
