// Times of Stretto and of one peer over many loops, and what they come to.
#pragma once

#include <string>
#include <vector>

namespace stretto::peers {

/// One loop. Where a peer did not end, its seconds are what it was given: a lower bound.
struct Pair {
  double stretto = 0;
  double peer = 0;
  bool both_solved = false;

  [[nodiscard]] double ratio() const { return peer / stretto; }
};

struct Summary {
  int loops = 0;
  int solved = 0;  // by both
  double geometric_mean = 0;
  double least = 0;
  double median = 0;
  double most = 0;
  double stretto_total = 0;
  double peer_total = 0;
  double bound_of_mean = 0;   // over all loops, the unsolved ones with the time that they were given
  double bound_of_total = 0;  // likewise
};

Summary summarise(const std::vector<Pair>& pairs);

/// Over the loops that both solved, and over all if that is more.
std::string summary_text(const std::string& peer, const Summary& summary);

}  // namespace stretto::peers
