// The modulo reservation table: which op holds which part of each circle. The search for a free place steps from one
// end of an arc to the next, so II may be large. Only a crowded circle is stored as a table. The heuristic spends most
// of its steps here, so the inner loops go over plain pointers.
#pragma once

#include <stretto/modulo/interval.hpp>

namespace stretto::detail {

class Reservation {
 public:
  constexpr explicit Reservation(const IntervalProblem& at)
      : at_(at), starts_(at.uses.size(), 0), held_(at.uses.size(), 0) {
    for (const Circle& circle : at.circles) {
      const bool crowded = tabled(circle);
      tables_first_.push_back(crowded ? table_.size() : -1);
      if (crowded) table_.resize(table_.size() + static_cast<int>(circle.period), 0);
    }
  }

  constexpr void place(int op, long start) { change(op, start, 1); }
  constexpr void remove(int op, long start) { change(op, start, 0); }

  /// The first start in [earliest, earliest + II) where all uses of the op are free; -1 if there is none.
  [[nodiscard]] constexpr long first_free(int op, long earliest) const {
    long start = earliest;
    while (start < earliest + at_.ii) {
      long later = start;
      for (int u = at_.first_use[op]; u < at_.first_use[op + 1]; ++u) later = free_for(u, later);
      if (later == start) return start;
      start = later;
    }
    return -1;
  }

  /// An op that overlaps `op` at `start` on a resource that is full there; -1 if there is no conflict.
  [[nodiscard]] constexpr int in_the_way(int op, long start) const {
    for (int u = at_.first_use[op]; u < at_.first_use[op + 1]; ++u) {
      if (free_for(u, start) == start) continue;
      const CircleUse& use = at_.uses[u];
      const Circle& circle = at_.circles[use.resource];
      for (int v : circle.uses) {
        if (held_[v] != 0 && overlap(starts_[v] - start, use.length, at_.uses[v].length, circle.period)) {
          return at_.uses[v].op;
        }
      }
    }
    return -1;
  }

 private:
  static constexpr bool tabled(const Circle& circle) {
    const long uses = circle.uses.size();
    return (circle.all_one && circle.period <= 4 * uses) || (uses > 64 && circle.period <= (1L << 18));
  }

  constexpr void change(int op, long start, int held) {
    for (int u = at_.first_use[op]; u < at_.first_use[op + 1]; ++u) {
      starts_[u] = start;
      held_[u] = held;
      const int r = at_.uses[u].resource;
      if (tables_first_[r] >= 0) {
        const Circle& circle = at_.circles[r];
        long at = remainder_of(start, circle.period);
        for (long k = 0; k < at_.uses[u].length; ++k) {
          table_[tables_first_[r] + static_cast<int>(at)] += held != 0 ? 1 : -1;
          if (++at == circle.period) at = 0;
        }
      }
    }
  }

  /// Does an arc overlap another one that starts `ahead` cycles after it? 0 < length < period.
  [[nodiscard]] static constexpr bool overlap(long ahead, long length, long other, long period) {
    return remainder_of(ahead, period) < length || remainder_of(-ahead, period) < other;
  }

  /// `start` if the use fits there; otherwise the next candidate, the end of an arc over a full point.
  [[nodiscard]] constexpr long free_for(int u, long start) const {
    const CircleUse& use = at_.uses[u];
    const Circle& circle = at_.circles[use.resource];
    if (const int first = tables_first_[use.resource]; first >= 0) {
      long at = remainder_of(start, circle.period);
      long free = 0;
      for (long k = 0; k < circle.period + use.length; ++k) {
        free = table_[first + static_cast<int>(at)] < circle.limit ? free + 1 : 0;
        if (free == use.length) return start + k + 1 - free;
        if (++at == circle.period) at = 0;
      }
      return start + at_.ii;
    }
    if (circle.limit == 1) {
      long later = 0;
      const long period = circle.period;
      const int* const held = held_.begin();
      const long* const starts = starts_.begin();
      const CircleUse* const uses = at_.uses.begin();
      const int* const last = circle.uses.end();
      for (const int* v = circle.uses.begin(); v != last; ++v) {
        if (held[*v] == 0) continue;
        const long ahead = remainder_of(starts[*v] - start, period);
        const long length = uses[*v].length;
        if (ahead >= use.length && period - ahead >= length) continue;  // no overlap
        const long end = ahead + length > period ? ahead + length - period : ahead + length;
        if (end > later) later = end;
      }
      return start + later;
    }
    return free_of_many(circle, use, start);
  }

  [[nodiscard]] constexpr long free_of_many(const Circle& circle, const CircleUse& use, long start) const {
    long later = start;
    for (int v : circle.uses) {
      if (held_[v] == 0) continue;
      // The fullest point of the arc is its own start or the start of another arc.
      const long offset = remainder_of(starts_[v] - start, circle.period);
      const long next = full_until(circle, offset < use.length ? start + offset : start, start);
      if (next > later) later = next;
    }
    return later;
  }

  /// If `point` is full, the first end of the arcs over it; else `otherwise`.
  [[nodiscard]] constexpr long full_until(const Circle& circle, long point, long otherwise) const {
    int count = 0;
    long end = 0;
    for (int v : circle.uses) {
      if (held_[v] == 0) continue;
      const long into = remainder_of(point - starts_[v], circle.period);
      if (into >= at_.uses[v].length) continue;
      const long left = point + at_.uses[v].length - into;
      if (count == 0 || left < end) end = left;
      ++count;
    }
    return count >= circle.limit ? end : otherwise;
  }

  const IntervalProblem& at_;
  Vector<long> starts_;  // by use, if it is held
  Vector<int> held_;
  Vector<int> tables_first_;
  Vector<int> table_;
};

}  // namespace stretto::detail
