// Intervals side by side: each on the first track where it overlaps nothing.
#pragma once

#include <vector>

namespace stretto::tool {

/// The first track that is free from `from` on, taken until `to`. `busy` holds until when each track is.
inline int first_free(std::vector<long>& busy, long from, long to) {
  std::size_t track = 0;
  while (track < busy.size() && busy[track] > from) ++track;
  if (track == busy.size()) busy.push_back(0);
  busy[track] = to;
  return static_cast<int>(track);
}

}  // namespace stretto::tool
