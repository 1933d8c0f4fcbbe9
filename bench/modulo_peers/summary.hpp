// Times of Stretto and of one peer over many loops, and their summary.
#pragma once

#include <string>
#include <vector>

namespace stretto::peers {

/// One loop. If a peer did not finish, its seconds are its time limit: a lower bound.
struct Pair {
  double stretto = 0;
  double peer = 0;
  bool both_solved = false;

  [[nodiscard]] double ratio() const { return peer / stretto; }
  void add(const Pair& other) {
    stretto += other.stretto;
    peer += other.peer;
  }
};

struct Summary {
  int loops = 0;
  int solved = 0;   // by both
  Pair solved_sum;  // of the times of the loops that both solved
  Pair sum;         // of all loops; unsolved ones count with their time limit
  double geometric_mean = 0;
  double least = 0;
  double median = 0;
  double most = 0;
  double bound_of_mean = 0;  // over all loops; unsolved ones count with their time limit
};

Summary summarise(const std::vector<Pair>& pairs);

/// Summarises the loops that both solved, and all loops if those are more.
std::string summary_text(const std::string& peer, const Summary& summary);

}  // namespace stretto::peers
