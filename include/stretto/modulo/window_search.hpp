// Is there a schedule at one II? A search over windows of starts that learns from its conflicts.
//
// Decisions narrow windows. Propagation narrows them further:
//   * differences, t(b) >= t(a) + w, in this header;
//   * clauses that were learnt (`learned_clauses.hpp`);
//   * overload checking and compulsory parts of circles (`circle_propagation.hpp`).
// Each propagation records the literals that caused it (`bound_trail.hpp`). A conflict is traced back to the first
// unique implication point: the last literal of its level that all of it depends on. The resulting clause is implied by
// the problem. Adding it loses no schedule, and it prevents the same failure in the rest of the search. If a conflict
// depends on no decision, there is no schedule. If all windows have closed without a conflict, they are a schedule: a
// point covered too often would be an overfull interval of one cycle, or a full point.
#pragma once

#include <stretto/modulo/circle_propagation.hpp>
#include <stretto/modulo/learned_clauses.hpp>
#include <stretto/modulo/result.hpp>

namespace stretto::detail {

enum class Answer : unsigned char { yes, no, unknown };

class WindowSearch {
 public:
  constexpr WindowSearch(const IntervalProblem& at, const WindowProblem& problem)
      : at_(at),
        size_(problem.windows.size()),
        trail_(at, problem),
        clauses_(size_),
        circles_(at, problem, trail_),
        needed_(2 * size_, 0),
        listed_(2 * size_, 0),
        needs_(2 * size_, 0),
        caused_(2 * size_, -1),
        activity_(size_, 0.0) {
    for (int x = 0; x < 2 * size_; ++x) follows_.push_back(Vector<Follow>());
    for (const Difference& d : problem.differences) {
      follows_[2 * d.from].push_back({2 * d.to, d.weight});
      follows_[2 * d.to + 1].push_back({2 * d.from + 1, d.weight});
    }
  }

  WindowSearch(const WindowSearch&) = delete;
  WindowSearch& operator=(const WindowSearch&) = delete;

  constexpr Answer run(const ModuloBudget& budget) {
    int restart = 1;
    long until_restart = restart_unit * luby(restart);
    while (true) {
      if (!propagate()) {
        ++nodes_;
        ++conflicts_;
        if (trail_.level() == 0) return Answer::no;
        learn();
        if (contradiction_) return Answer::no;
        --until_restart;
        if (work_ > work_between_looks && expired(budget)) return Answer::unknown;
      } else if (nodes_ >= budget.nodes || (work_ > work_between_looks && expired(budget))) {
        return Answer::unknown;
      } else if (until_restart <= 0) {
        until_restart = restart_unit * luby(++restart);
        trail_.back_to(0);
        if (clauses_.too_many()) {
          if (!propagate()) return Answer::no;
          clauses_.forget(trail_);
        }
      } else if (!decide()) {
        return Answer::yes;
      }
    }
  }

  [[nodiscard]] constexpr long nodes() const { return nodes_; }
  [[nodiscard]] constexpr long start(int window) const { return trail_.bounds[2 * window]; }

 private:
  struct Follow {
    int x = 0;
    long weight = 0;
  };

  static constexpr long restart_unit = 64;
  static constexpr long work_between_looks = 1L << 20;

  constexpr bool expired(const ModuloBudget& budget) {
    work_ = 0;
    return budget.expired != nullptr && budget.expired();
  }

  static constexpr long luby(int i) {
    int k = 1;
    while ((1L << k) - 1 < i) ++k;
    while ((1L << k) - 1 != i) {
      i -= static_cast<int>((1L << (k - 1)) - 1);
      k = 1;
      while ((1L << k) - 1 < i) ++k;
    }
    return 1L << (k - 1);
  }

  constexpr bool propagate() {
    while (true) {
      while (trail_.head < trail_.steps.size()) {
        const int x = trail_.steps[trail_.head++].x;
        work_ += follows_[x].size() + clauses_.watchers(x);
        if (!follow(x) || !clauses_.visit(x, trail_)) return false;
      }
      bool again = false;
      for (int r = 0; r < trail_.dirty.size() && !again; ++r) {
        if (trail_.dirty[r] == 0) continue;
        trail_.dirty[r] = 0;
        const Circle& circle = at_.circles[r];
        if (circle.uses.empty()) continue;
        work_ += static_cast<long>(circle.uses.size()) * circle.uses.size();
        if (!circles_.crowds(circle) || (!circle.all_one && !circles_.full_points(circle))) {
          trail_.dirty[r] = 1;
          return false;
        }
        again = trail_.head < trail_.steps.size();
      }
      if (!again) return true;
    }
  }

  constexpr bool follow(int x) {
    for (const Follow& f : follows_[x]) {
      const long value = trail_.bounds[x] + f.weight;
      if (trail_.bounds[f.x] >= value) continue;
      trail_.cause.clear();
      trail_.cause.push_back({x, trail_.bounds[x]});
      if (!trail_.raise({f.x, value})) return false;
    }
    return true;
  }

  /// Opens a level with the next decision. False if every window is closed.
  constexpr bool decide() {
    int best = -1;
    for (int i = 0; i < size_; ++i) {
      if (trail_.low(i) == trail_.high(i)) continue;
      if (best < 0 || activity_[i] > activity_[best] ||
          (!(activity_[i] < activity_[best]) &&
           trail_.high(i) - trail_.low(i) < trail_.high(best) - trail_.low(best))) {
        best = i;
      }
    }
    if (best < 0) return false;
    ++nodes_;
    trail_.levels.push_back(trail_.steps.size());
    trail_.cause.clear();
    trail_.raise({2 * best + 1, -trail_.low(best)});
    return true;
  }

  /// Marks a literal as one that the conflict depends on.
  constexpr void need(const BoundLiteral& l) {
    int step = trail_.last[l.x];
    while (step >= 0 && trail_.steps[step].old_value >= l.value) step = trail_.steps[step].before;
    if (step < 0 || trail_.steps[step].level == 0) return;
    const bool here = trail_.steps[step].level == trail_.level();
    if (needed_[l.x] != 0) {
      if (l.value <= needs_[l.x]) return;
      if (here && trail_.steps[caused_[l.x]].level != trail_.level()) ++open_;
    } else {
      needed_[l.x] = 1;
      if (listed_[l.x] == 0) touched_.push_back(l.x);
      listed_[l.x] = 1;
      if (here) ++open_;
    }
    needs_[l.x] = l.value;
    caused_[l.x] = step;
    activity_[l.x / 2] += bump_;
  }

  /// Turns the conflict into a clause, backtracks to the level at which the clause propagates, and applies
  /// it.
  constexpr void learn() {
    open_ = 0;
    touched_.clear();
    // The conflict may lie entirely below the current level.
    int highest = 0;
    for (const BoundLiteral& l : trail_.cause) {
      const int of = trail_.level_of(l);
      if (of > highest) highest = of;
    }
    trail_.back_to(highest);
    if (highest == 0) {
      contradiction_ = true;
      return;
    }
    for (const BoundLiteral& l : trail_.cause) need(l);
    int at = trail_.steps.size() - 1;
    for (;; --at) {
      const int x = trail_.steps[at].x;
      if (needed_[x] == 0 || caused_[x] != at) continue;
      if (open_ == 1) break;
      needed_[x] = 0;
      --open_;
      const int first = trail_.steps[at].reason;
      const int last = first + trail_.steps[at].reasons;
      for (int k = first; k < last; ++k) need(trail_.reasons[k]);
    }
    collect_clause(trail_.steps[at].x);
  }

  /// Do the other literals of the clause imply the step that raised this bound?
  [[nodiscard]] constexpr bool redundant(int x) const {
    const BoundStep& step = trail_.steps[caused_[x]];
    if (step.reasons == 0) return false;
    for (int k = step.reason; k < step.reason + step.reasons; ++k) {
      const BoundLiteral& l = trail_.reasons[k];
      if (needed_[l.x] != 0 && needs_[l.x] >= l.value && (l.x != x)) continue;
      if (trail_.level_of(l) != 0) return false;
    }
    return true;
  }

  constexpr void collect_clause(int uip) {
    learnt_.clear();
    learnt_.push_back(negation({uip, needs_[uip]}));
    trail_.cause.clear();
    int back = 0;
    for (int x : touched_) {
      if (needed_[x] == 0 || x == uip) continue;
      if (redundant(x)) continue;
      const BoundLiteral l = {x, needs_[x]};
      learnt_.push_back(negation(l));
      trail_.cause.push_back(l);
      const int of = trail_.steps[caused_[x]].level;
      if (of > back) {
        back = of;
        const BoundLiteral first = learnt_[1];
        learnt_[1] = learnt_.back();
        learnt_.back() = first;
      }
    }
    const int spanned = spanned_levels();
    for (int x : touched_) needed_[x] = listed_[x] = 0;
    bump_ *= 1.05;
    if (bump_ > 1e100) {
      for (double& a : activity_) a *= 1e-100;
      bump_ *= 1e-100;
    }
    trail_.back_to(back);
    if (learnt_.size() > 1) clauses_.add(learnt_, spanned);
    if (!trail_.raise(learnt_[0])) contradiction_ = true;
  }

  /// The number of levels of the literals of the clause, and the current one.
  constexpr int spanned_levels() {
    int count = 1;
    spanned_.clear();
    spanned_.resize(trail_.level() + 1, 0);
    for (const BoundLiteral& l : trail_.cause) {
      int& seen = spanned_[trail_.level_of(l)];
      if (seen == 0) ++count;
      seen = 1;
    }
    return count;
  }

  const IntervalProblem& at_;
  int size_;
  BoundTrail trail_;
  LearnedClauses clauses_;
  CirclePropagation circles_;
  Vector<Vector<Follow>> follows_;  // by bound: the differences from it
  Vector<BoundLiteral> learnt_;
  Vector<int> needed_;
  Vector<int> listed_;
  Vector<long> needs_;
  Vector<int> caused_;
  Vector<int> touched_;
  Vector<int> spanned_;
  int open_ = 0;
  Vector<double> activity_;
  double bump_ = 1.0;
  bool contradiction_ = false;
  long conflicts_ = 0;
  long work_ = 0;  // since the last call of `expired`
  long nodes_ = 0;
};

}  // namespace stretto::detail
