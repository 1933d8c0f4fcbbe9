// What the circle of a resource excludes: starts that an arc's window still allows, but the other arcs do not.
//
//   * Overload checking: on a circle of limit c, arcs that lie within an interval of n cycles must not cover more than
//   c * n
//     cycles together. If arcs of length 1 fill an interval exactly, every other arc stays outside it (Hall's theorem
//     on intervals of the circle).
//   * Compulsory parts, for longer arcs: if the parts that arcs certainly cover fill a point, every other arc avoids
//   it.
// Both raise bounds on a trail (`bound_trail.hpp`), each with its cause. They return false at a conflict.
#pragma once

#include <stretto/modulo/bound_trail.hpp>

namespace stretto::detail {

class CirclePropagation {
 public:
  constexpr CirclePropagation(const IntervalProblem& at, const WindowProblem& problem, BoundTrail& trail)
      : at_(at), problem_(problem), trail_(trail) {}

  /// Intervals of the circle that contain more arcs than fit, or exactly as many as fit.
  constexpr bool crowds(const Circle& circle) {
    const int count = circle.uses.size();
    arcs_.clear();
    for (int u : circle.uses) {
      const int i = problem_.window_of[at_.uses[u].op];
      const long length = at_.uses[u].length;
      const long low = trail_.low(i);
      arcs_.push_back({i, length, low, remainder_of(low, circle.period), trail_.high(i) - low + length});
    }
    for (int k = 0; k < count; ++k) {
      if (arcs_[k].extent >= circle.period || started_before(k, circle.period)) continue;
      if (!crowd_from(circle, arcs_[k].at)) return false;
    }
    return true;
  }

  /// Points that are full by the certain parts of arcs: an arc covers [high, low + length) wherever it starts.
  constexpr bool full_points(const Circle& circle) {
    for (int u : circle.uses) {
      const int i = problem_.window_of[at_.uses[u].op];
      const long high = trail_.high(i);
      if (trail_.low(i) + at_.uses[u].length <= high) continue;
      if (!full_point(circle, high)) return false;
      if (!full_point(circle, trail_.low(i) + at_.uses[u].length - 1)) return false;
    }
    return true;
  }

 private:
  struct WindowArc {
    int window = 0;
    long length = 0;
    long low = 0;     // the earliest start when this was read; it may have risen since
    long at = 0;      // its place on the circle
    long extent = 0;  // cycles from the earliest start to the latest end
  };
  struct Inside {
    int arc = 0;
    long offset = 0;
    long end = 0;
  };
  struct Cover {
    int use = 0;
    long point = 0;
  };

  [[nodiscard]] constexpr bool started_before(int k, long period) const {
    for (int j = 0; j < k; ++j) {
      if (arcs_[j].at == arcs_[k].at && arcs_[j].extent < period) return true;
    }
    return false;
  }

  /// The intervals that start at `from`.
  constexpr bool crowd_from(const Circle& circle, long from) {
    inside_.clear();
    for (int k = 0; k < arcs_.size(); ++k) {
      const long offset = arcs_[k].at >= from ? arcs_[k].at - from : arcs_[k].at - from + circle.period;
      const long end = offset + arcs_[k].extent;
      if (end >= circle.period) continue;
      int p = inside_.size();
      inside_.push_back({k, offset, end});
      for (; p > 0 && inside_[p - 1].end > end; --p) inside_[p] = inside_[p - 1];
      inside_[p] = {k, offset, end};
    }
    long load = 0;
    for (int p = 0; p < inside_.size(); ++p) {
      load += arcs_[inside_[p].arc].length;
      const long room = circle.limit * inside_[p].end;
      if (load < room || (p + 1 < inside_.size() && inside_[p + 1].end == inside_[p].end && load <= room)) continue;
      if (load > room) {
        explain_crowd(p, inside_[p].end);
        return false;
      }
      if (circle.all_one && !keep_out(circle, from, p, inside_[p].end)) return false;
    }
    return true;
  }

  /// Sets the cause to why the arcs inside_[0 .. last] lie within the interval of `length` cycles.
  constexpr void explain_crowd(int last, long length) {
    trail_.cause.clear();
    for (int p = 0; p <= last; ++p) {
      const WindowArc& arc = arcs_[inside_[p].arc];
      const long base = arc.low - inside_[p].offset;
      trail_.cause.push_back({2 * arc.window, base});
      trail_.cause.push_back({2 * arc.window + 1, -(base + length - arc.length)});
    }
  }

  constexpr bool keep_out(const Circle& circle, long from, int last, long length) {
    // Windows may have moved since arcs_ was filled, but only inwards, so arcs_ still holds.
    for (int k = 0; k < arcs_.size(); ++k) {
      bool within = false;
      for (int p = 0; p <= last && !within; ++p) within = inside_[p].arc == k;
      if (within) continue;
      const int i = arcs_[k].window;
      const long above = remainder_of(trail_.low(i) - from, circle.period);
      if (above < length) {
        explain_crowd(last, length);
        trail_.cause.push_back({2 * i, trail_.low(i) - above});
        if (!trail_.raise({2 * i, trail_.low(i) - above + length})) return false;
      }
      const long below = remainder_of(trail_.high(i) - from, circle.period);
      if (below < length) {
        explain_crowd(last, length);
        trail_.cause.push_back({2 * i + 1, -(trail_.high(i) - below + length - 1)});
        if (!trail_.raise({2 * i + 1, -(trail_.high(i) - below - 1)})) return false;
      }
    }
    return true;
  }

  constexpr bool full_point(const Circle& circle, long point) {
    int covered = 0;
    over_.clear();
    for (int u : circle.uses) {
      const int i = problem_.window_of[at_.uses[u].op];
      const long end = trail_.low(i) + at_.uses[u].length;
      const long high = trail_.high(i);
      if (end <= high) continue;
      const long here = high + remainder_of(point - high, circle.period);
      if (here >= end) continue;
      ++covered;
      over_.push_back({u, here});
    }
    if (covered < circle.limit) return true;
    if (covered > circle.limit) {
      explain_point();
      return false;
    }
    for (int u : circle.uses) {
      bool over = false;
      for (const Cover& cover : over_) over = over || cover.use == u;
      if (over) continue;
      const int i = problem_.window_of[at_.uses[u].op];
      const long length = at_.uses[u].length;
      // The first copy of the point from the op's earliest start on, and then from its latest start on.
      const long low = trail_.low(i);
      const long after_low = low + remainder_of(point - low, circle.period);
      if (after_low < low + length) {
        explain_point();
        trail_.cause.push_back({2 * i, after_low - length + 1});
        if (!trail_.raise({2 * i, after_low + 1})) return false;
      }
      const long high = trail_.high(i);
      const long after_high = high + remainder_of(point - high, circle.period);
      if (after_high < high + length) {
        explain_point();
        trail_.cause.push_back({2 * i + 1, -after_high});
        if (!trail_.raise({2 * i + 1, -(after_high - length)})) return false;
      }
    }
    return true;
  }

  /// Sets the cause to why the uses in over_ cover their points.
  constexpr void explain_point() {
    trail_.cause.clear();
    for (const Cover& cover : over_) {
      const int i = problem_.window_of[at_.uses[cover.use].op];
      trail_.cause.push_back({2 * i, cover.point - at_.uses[cover.use].length + 1});
      trail_.cause.push_back({2 * i + 1, -cover.point});
    }
  }

  const IntervalProblem& at_;
  const WindowProblem& problem_;
  BoundTrail& trail_;
  Vector<WindowArc> arcs_;
  Vector<Inside> inside_;
  Vector<Cover> over_;
};

}  // namespace stretto::detail
