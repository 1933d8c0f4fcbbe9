#include "tune/ranking.hpp"

#include <algorithm>

namespace stretto::tool {

bool better(const TuneRow& a, const TuneRow& b) {
  // Compare fractions of integers without rounding.
  __extension__ using Product = __int128;
  const Product of_a = static_cast<Product>(a.work) * b.cycles;
  const Product of_b = static_cast<Product>(b.work) * a.cycles;
  if (of_a != of_b) return of_a > of_b;
  if (a.verdict != b.verdict) return a.verdict < b.verdict;
  if (a.shared_bytes != b.shared_bytes) return a.shared_bytes < b.shared_bytes;
  if (a.register_bytes != b.register_bytes) return a.register_bytes < b.register_bytes;
  return a.point < b.point;
}

bool meets(const TuneRow& row, Require require) {
  if (!row.refused.empty()) return false;
  switch (require) {
    case Require::proven: return row.verdict == Verdict::proven;
    case Require::latency: return row.verdict == Verdict::proven || row.verdict == Verdict::relies_on_latency;
    case Require::any: return true;
  }
  return false;
}

Ranking rank(const std::vector<TuneRow>& rows, Require require) {
  Ranking out;
  for (const TuneRow& row : rows) (meets(row, require) ? out.ranked : out.unranked).push_back(&row);
  std::ranges::sort(out.ranked, [](const TuneRow* a, const TuneRow* b) { return better(*a, *b); });
  return out;
}

}  // namespace stretto::tool
