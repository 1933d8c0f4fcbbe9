#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stretto::peers {

Summary summarise(const std::vector<Pair>& pairs) {
  Summary summary;
  std::vector<double> ratios;
  double logarithms = 0;
  double all_logarithms = 0;
  for (const Pair& pair : pairs) {
    ++summary.loops;
    all_logarithms += std::log(pair.ratio());
    summary.sum.add(pair);
    if (!pair.both_solved) continue;
    ++summary.solved;
    ratios.push_back(pair.ratio());
    logarithms += std::log(pair.ratio());
    summary.solved_sum.add(pair);
  }
  if (pairs.empty()) return summary;
  summary.bound_of_mean = std::exp(all_logarithms / summary.loops);
  if (ratios.empty()) return summary;
  std::sort(ratios.begin(), ratios.end());
  summary.geometric_mean = std::exp(logarithms / summary.solved);
  summary.least = ratios.front();
  summary.median = ratios[(ratios.size() - 1) / 2];
  summary.most = ratios.back();
  return summary;
}

std::string summary_text(const std::string& peer, const Summary& summary) {
  char text[512];
  std::string lines =
      "  " + peer + ": both solved " + std::to_string(summary.solved) + " of " + std::to_string(summary.loops);
  if (summary.solved > 0) {
    std::snprintf(text, sizeof text,
                  "; time ratio geometric mean %.0f, least %.0f, median %.0f, most %.0f; totals %.4f s and %.2f s, "
                  "ratio %.0f",
                  summary.geometric_mean, summary.least, summary.median, summary.most, summary.solved_sum.stretto,
                  summary.solved_sum.peer, summary.solved_sum.ratio());
    lines += text;
  }
  lines += "\n";
  if (summary.solved == summary.loops) return lines;
  std::snprintf(
      text, sizeof text,
      "    all %d, the unsolved at their limit: geometric mean at least %.0f, ratio of totals at least %.0f\n",
      summary.loops, summary.bound_of_mean, summary.sum.ratio());
  return lines + text;
}

}  // namespace stretto::peers
