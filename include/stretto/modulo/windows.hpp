// The problem at one II, reduced to its contended ops: a window of starts for each, and the differences between ops of
// one component.
//
// Each component has an anchor op, which starts within the first common period of all circles: moving a component by
// whole periods changes nothing. The first anchor starts at 0: moving all ops together changes nothing either.
// Identical components can be exchanged, so their anchors are ordered. Longest paths replace the ops that no limit
// affects. These ops can be put back afterwards, because every recurrence is satisfied.
#pragma once

#include <stretto/modulo/heuristic.hpp>

namespace stretto::detail {

/// Longest paths from one op. The edges have no positive cycle.
constexpr void longest_ways(const Vector<Difference>& edges, const Neighbours& out, int from, Vector<long>& way,
                            Vector<int>& queue, Vector<int>& queued) {
  for (long& w : way) w = no_path;
  way[from] = 0;
  queue.clear();
  queue.push_back(from);
  queued[from] = 1;
  for (int head = 0; head < queue.size(); ++head) {
    const int op = queue[head];
    queued[op] = 0;
    for (int k = out.first[op]; k < out.first[op + 1]; ++k) {
      const Difference& edge = edges[out.edges[k]];
      if (way[op] + edge.weight <= way[edge.to]) continue;
      way[edge.to] = way[op] + edge.weight;
      if (queued[edge.to] != 0) continue;
      queued[edge.to] = 1;
      queue.push_back(edge.to);
    }
  }
}

struct Window {
  int op = 0;
  int component = 0;
  long low = 0;
  long high = 0;
};

struct WindowProblem {
  Vector<Window> windows;          // of the contended ops
  Vector<int> window_of;           // by op; -1: not contended
  Vector<Difference> differences;  // between windows
};

class WindowBuilder {
 public:
  constexpr WindowBuilder(const IntervalProblem& inner, const Components& components) : inner_(inner) {
    result_.window_of.resize(inner.ops, -1);
    for (int c = 0; c < components.count; ++c) members_.push_back(Vector<int>());
    for (int i = 0; i < inner.ops; ++i) {
      if (!inner.limited(i)) continue;
      result_.window_of[i] = result_.windows.size();
      members_[components.of[i]].push_back(result_.windows.size());
      result_.windows.push_back({i, components.of[i], 0, inner.ii - 1});
    }
    find_ways();
    anchor_components();
    keep_differences();
    order_alike();
  }

  [[nodiscard]] constexpr const WindowProblem& result() const { return result_; }

 private:
  [[nodiscard]] constexpr long way(int a, int b) const { return ways_[a][place_[b]]; }

  constexpr void find_ways() {
    const Neighbours out(inner_.edges, inner_.ops, false);
    place_.resize(result_.windows.size(), 0);
    for (const Vector<int>& members : members_) {
      for (int k = 0; k < members.size(); ++k) place_[members[k]] = k;
    }
    Vector<long> way(inner_.ops, no_path);
    Vector<int> queue;
    Vector<int> queued(inner_.ops, 0);
    for (const Window& window : result_.windows) {
      const Vector<int>& members = members_[window.component];
      Vector<long> row;
      if (members.size() > 1) {
        longest_ways(inner_.edges, out, window.op, way, queue, queued);
        for (int b : members) row.push_back(way[result_.windows[b].op]);
      } else {
        row.push_back(0);
      }
      ways_.push_back(row);
    }
  }

  /// The anchor of the largest component starts at 0, the others within one common period of all circles.
  constexpr void anchor_components() {
    anchors_.resize(members_.size(), -1);
    long period = 1;
    for (const Circle& circle : inner_.circles) {
      if (!circle.uses.empty()) period = period / common_divisor(period, circle.period) * circle.period;
    }
    int largest = -1;
    for (int c = 0; c < members_.size(); ++c) {
      if (largest < 0 || members_[c].size() > members_[largest].size()) largest = c;
    }
    for (int c = 0; c < members_.size(); ++c) {
      if (members_[c].empty()) continue;
      int anchor = -1;
      long least = 0;
      for (int a : members_[c]) {
        long slack = 0;
        for (int b : members_[c]) slack -= way(a, b) + way(b, a);
        if (anchor >= 0 && slack >= least) continue;
        anchor = a;
        least = slack;
      }
      anchors_[c] = anchor;
      const long free = c == largest ? 0 : period - 1;
      for (int b : members_[c]) {
        result_.windows[b].low = way(anchor, b);
        result_.windows[b].high = free - way(b, anchor);
      }
    }
  }

  /// Among identical components, the anchor of an earlier one starts no later. The largest component, whose anchor
  /// starts at 0, is the first of its kind.
  constexpr void order_alike() {
    for (int c = 1; c < members_.size(); ++c) {
      if (members_[c].empty()) continue;
      for (int earlier = c - 1; earlier >= 0; --earlier) {
        if (!alike(earlier, c)) continue;
        result_.differences.push_back({anchors_[earlier], anchors_[c], 0});
        break;
      }
    }
  }

  [[nodiscard]] constexpr bool alike(int c, int d) const {
    const Vector<int>& a = members_[c];
    const Vector<int>& b = members_[d];
    if (a.size() != b.size()) return false;
    for (int k = 0; k < a.size(); ++k) {
      if (!same_uses(result_.windows[a[k]].op, result_.windows[b[k]].op)) return false;
    }
    for (int k = 0; k < a.size(); ++k) {
      for (int j = 0; j < a.size(); ++j) {
        if (way(a[k], a[j]) != way(b[k], b[j])) return false;
      }
    }
    return true;
  }

  [[nodiscard]] constexpr bool same_uses(int a, int b) const {
    const int count = inner_.first_use[a + 1] - inner_.first_use[a];
    if (inner_.first_use[b + 1] - inner_.first_use[b] != count) return false;
    for (int k = 0; k < count; ++k) {
      const CircleUse& of_a = inner_.uses[inner_.first_use[a] + k];
      const CircleUse& of_b = inner_.uses[inner_.first_use[b] + k];
      if (of_a.resource != of_b.resource || of_a.length != of_b.length) return false;
    }
    return true;
  }

  /// Keeps the differences that do not follow from two others. Ops that move together count as one.
  constexpr void keep_differences() {
    for (const Vector<int>& members : members_) {
      for (int a : members) {
        for (int b : members) {
          if (a != b && !implied(members, a, b)) result_.differences.push_back({a, b, way(a, b)});
        }
      }
    }
  }

  [[nodiscard]] constexpr bool together(int a, int b) const { return way(a, b) + way(b, a) == 0; }

  [[nodiscard]] constexpr bool implied(const Vector<int>& members, int a, int b) const {
    for (int c : members) {
      if (c == a || c == b || way(a, c) + way(c, b) != way(a, b)) continue;
      if (!together(a, c) && !together(c, b)) return true;
    }
    return false;
  }

  const IntervalProblem& inner_;
  Vector<Vector<int>> members_;  // by component: its windows
  Vector<int> anchors_;          // by component
  Vector<int> place_;            // by window: its index among the members of its component
  Vector<Vector<long>> ways_;    // longest paths from each window to the members of its component
  WindowProblem result_;
};

}  // namespace stretto::detail
