// The windows of a search: bounds on starts, how they rose, and why.
//
// A literal is a bound on a start (t >= v, or t <= v). Each rise of a bound is a step on a trail. A step records the
// literals that caused it, so a search can trace a conflict back to its decisions, and can take steps back.
#pragma once

#include <stretto/modulo/windows.hpp>

namespace stretto::detail {

/// A bound on start i: x = 2 i means t(i), x = 2 i + 1 means -t(i). The literal holds if that is at least `value`.
struct BoundLiteral {
  int x = 0;
  long value = 0;
};

constexpr BoundLiteral negation(const BoundLiteral& l) { return {l.x ^ 1, 1 - l.value}; }

/// One rise of a bound.
struct BoundStep {
  int x = 0;
  int level = 0;
  int before = -1;  // the previous step that raised the same bound
  int reason = 0;   // index of its first literal in the reasons
  int reasons = 0;
  long old_value = 0;
};

/// The bounds of all windows. Its members are public, because an accessor costs a step of constant evaluation.
class BoundTrail {
 public:
  constexpr BoundTrail(const IntervalProblem& at, const WindowProblem& problem)
      : bounds(2 * problem.windows.size(), 0), last(2 * problem.windows.size(), -1) {
    const int size = problem.windows.size();
    for (int i = 0; i < size; ++i) {
      bounds[2 * i] = problem.windows[i].low;
      bounds[2 * i + 1] = -problem.windows[i].high;
    }
    circles_of_.resize(size + 1, 0);
    for (int i = 0; i < size; ++i) {
      for (int u = at.first_use[problem.windows[i].op]; u < at.first_use[problem.windows[i].op + 1]; ++u) {
        circles_.push_back(at.uses[u].resource);
      }
      circles_of_[i + 1] = circles_.size();
    }
    dirty.resize(at.circles.size(), 1);
  }

  BoundTrail(const BoundTrail&) = delete;
  BoundTrail& operator=(const BoundTrail&) = delete;

  [[nodiscard]] constexpr bool holds(const BoundLiteral& l) const { return bounds[l.x] >= l.value; }
  [[nodiscard]] constexpr bool fails(const BoundLiteral& l) const { return bounds[l.x ^ 1] >= 1 - l.value; }
  [[nodiscard]] constexpr int level() const { return levels.size(); }
  [[nodiscard]] constexpr long low(int i) const { return bounds[2 * i]; }
  [[nodiscard]] constexpr long high(int i) const { return -bounds[2 * i + 1]; }

  /// Raises a bound because of the literals in `cause`. False if that empties a window; `cause` then holds the
  /// conflict.
  constexpr bool raise(const BoundLiteral& l) {
    if (holds(l)) return true;
    if (fails(l)) {
      cause.push_back(negation(l));
      return false;
    }
    BoundStep step;
    step.x = l.x;
    step.level = level();
    step.before = last[l.x];
    step.reason = reasons.size();
    step.reasons = cause.size();
    step.old_value = bounds[l.x];
    for (const BoundLiteral& c : cause) reasons.push_back(c);
    last[l.x] = steps.size();
    bounds[l.x] = l.value;
    steps.push_back(step);
    for (int k = circles_of_[l.x / 2]; k < circles_of_[l.x / 2 + 1]; ++k) dirty[circles_[k]] = 1;
    return true;
  }

  /// Takes back all steps above a level.
  constexpr void back_to(int to) {
    if (level() <= to) return;
    const int keep = levels[to];
    while (steps.size() > keep) {
      const BoundStep& step = steps.back();
      bounds[step.x] = step.old_value;
      last[step.x] = step.before;
      while (reasons.size() > step.reason) reasons.pop_back();
      steps.pop_back();
    }
    while (levels.size() > to) levels.pop_back();
    head = keep;
  }

  /// The level at which a literal began to hold.
  [[nodiscard]] constexpr int level_of(const BoundLiteral& l) const {
    int step = last[l.x];
    while (step >= 0 && steps[step].old_value >= l.value) step = steps[step].before;
    return step < 0 ? 0 : steps[step].level;
  }

  Vector<long> bounds;
  Vector<int> last;  // by bound: the last step that raised it
  Vector<BoundStep> steps;
  Vector<BoundLiteral> reasons;
  Vector<int> levels;          // where each level begins in steps
  int head = 0;                // the first step that is not propagated yet
  Vector<BoundLiteral> cause;  // of the next step, or of a conflict
  Vector<int> dirty;           // by circle: 1 if a bound of one of its arcs has risen

 private:
  Vector<int> circles_of_;
  Vector<int> circles_;
};

}  // namespace stretto::detail
