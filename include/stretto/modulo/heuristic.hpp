// Iterative modulo scheduling (B. R. Rau, 1994). Ops are scheduled in the order of their longest path to the end. Each
// op takes the first free start of its II possible starts. If none is free, the op is placed anyway, and the ops that
// conflict with it return to the queue.
// Fast and deterministic. A failure proves nothing.
#pragma once

#include <stretto/modulo/reservation.hpp>

namespace stretto::detail {

struct Neighbours {
  Vector<int> first;  // index of each op's first edge in `edges`
  Vector<int> edges;  // edge numbers, grouped by op

  constexpr Neighbours(const Vector<Difference>& all, int ops, bool incoming)
      : first(ops + 1, 0), edges(all.size(), 0) {
    for (const Difference& edge : all) ++first[(incoming ? edge.to : edge.from) + 1];
    for (int i = 0; i < ops; ++i) first[i + 1] += first[i];
    Vector<int> next = first;
    for (int e = 0; e < all.size(); ++e) edges[next[incoming ? all[e].to : all[e].from]++] = e;
  }
};

class IterativeSchedule {
 public:
  constexpr explicit IterativeSchedule(const IntervalProblem& at)
      : at_(at),
        in_(at.edges, at.ops, true),
        out_(at.edges, at.ops, false),
        reservation_(at),
        heights_(at.ops, 0),
        starts_(at.ops, 0),
        before_(at.ops, -1),
        placed_(at.ops, 0),
        left_(at.ops) {}

  IterativeSchedule(const IterativeSchedule&) = delete;  // its members hold references
  IterativeSchedule& operator=(const IterativeSchedule&) = delete;

  /// True if every op was placed; a second call continues. The edges must not contain a recurrence that is too slow for
  /// II.
  constexpr bool run(long budget) {
    if (left_ == at_.ops) find_heights();
    while (left_ > 0) {
      if (budget-- == 0) return false;
      left_ -= place(most_urgent());
    }
    return true;
  }

  [[nodiscard]] constexpr const Vector<long>& starts() const { return starts_; }

 private:
  constexpr void find_heights() {
    for (bool moved = true; moved;) {
      moved = false;
      for (int e = at_.edges.size() - 1; e >= 0; --e) {
        const Difference& edge = at_.edges[e];
        const long height = heights_[edge.to] + edge.weight;
        if (height <= heights_[edge.from]) continue;
        heights_[edge.from] = height;
        moved = true;
      }
    }
  }

  [[nodiscard]] constexpr int most_urgent() const {
    int best = -1;
    for (int i = 0; i < at_.ops; ++i) {
      if (placed_[i] == 0 && (best < 0 || heights_[i] > heights_[best])) best = i;
    }
    return best;
  }

  /// Places the op. Returns by how much the number of unplaced ops decreased.
  constexpr int place(int op) {
    long earliest = 0;
    for (int k = in_.first[op]; k < in_.first[op + 1]; ++k) {
      const Difference& edge = at_.edges[in_.edges[k]];
      if (placed_[edge.from] != 0 && starts_[edge.from] + edge.weight > earliest) {
        earliest = starts_[edge.from] + edge.weight;
      }
    }
    long start = reservation_.first_free(op, earliest);
    int change = 1;
    if (start < 0) {
      start = before_[op] >= earliest ? before_[op] + 1 : earliest;
      for (int other = reservation_.in_the_way(op, start); other >= 0; other = reservation_.in_the_way(op, start)) {
        remove(other);
        --change;
      }
    }
    starts_[op] = start;
    before_[op] = start;
    placed_[op] = 1;
    reservation_.place(op, start);
    for (int k = out_.first[op]; k < out_.first[op + 1]; ++k) {
      const Difference& edge = at_.edges[out_.edges[k]];
      if (edge.to == op || placed_[edge.to] == 0 || starts_[edge.to] >= start + edge.weight) continue;
      remove(edge.to);
      --change;
    }
    return change;
  }

  constexpr void remove(int op) {
    placed_[op] = 0;
    reservation_.remove(op, starts_[op]);
  }

  const IntervalProblem& at_;
  Neighbours in_;
  Neighbours out_;
  Reservation reservation_;
  Vector<long> heights_;
  Vector<long> starts_;
  Vector<long> before_;  // the op's previous start
  Vector<int> placed_;
  int left_;  // ops that are not placed
};

}  // namespace stretto::detail
