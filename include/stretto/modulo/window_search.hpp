// Is there a schedule at one II? A search over windows of starts that learns from its conflicts.
//
// A literal is a bound on a start (t >= v, or t <= v). Decisions narrow windows. Propagation uses
//   * differences: t(b) >= t(a) + w;
//   * crowds: on a circle of limit c, arcs that lie within an interval of n cycles must not cover more than c * n
//     cycles together; if arcs of length 1 fill an interval exactly, every other arc stays outside it (Hall's theorem
//     on intervals of the circle);
//   * full points, for longer arcs: if the parts of arcs that are certain fill a point, every other arc avoids it.
// Each propagation records the literals that caused it. A conflict is traced back to the first unique implication
// point: the last literal of its level that all of it depends on. The resulting clause is implied by the problem.
// Adding it loses no schedule, and it prevents the same failure in the rest of the search. If a conflict depends on no
// decision, there is no schedule. If all windows have closed without a conflict, they are a schedule: a point covered
// too often would be an overfull interval of one cycle, or a full point.
#pragma once

#include <stretto/modulo/windows.hpp>

namespace stretto {

/// The budget of a search. Nodes are the same on every machine; the search calls `expired`, if set, from time to time.
struct ModuloBudget {
  long nodes = 50'000'000;      ///< the search stops after this many nodes
  bool (*expired)() = nullptr;  ///< true: stop now
};

namespace detail {

enum class Answer : unsigned char { yes, no, unknown };

class WindowSearch {
 public:
  constexpr WindowSearch(const IntervalProblem& at, const WindowProblem& problem)
      : at_(at),
        problem_(problem),
        size_(problem.windows.size()),
        bounds_(2 * size_, 0),
        last_(2 * size_, -1),
        needed_(2 * size_, 0),
        listed_(2 * size_, 0),
        needs_(2 * size_, 0),
        caused_(2 * size_, -1),
        activity_(size_, 0.0) {
    for (int i = 0; i < size_; ++i) {
      bounds_[2 * i] = problem.windows[i].low;
      bounds_[2 * i + 1] = -problem.windows[i].high;
    }
    for (int x = 0; x < 2 * size_; ++x) {
      follows_.push_back(Vector<Follow>());
      watches_.push_back(Vector<int>());
    }
    for (const Difference& d : problem.differences) {
      follows_[2 * d.from].push_back({2 * d.to, d.weight});
      follows_[2 * d.to + 1].push_back({2 * d.from + 1, d.weight});
    }
    circles_of_.resize(size_ + 1, 0);
    for (int i = 0; i < size_; ++i) {
      for (int u = at.first_use[problem.windows[i].op]; u < at.first_use[problem.windows[i].op + 1]; ++u) {
        circles_.push_back(at.uses[u].resource);
      }
      circles_of_[i + 1] = circles_.size();
    }
    dirty_.resize(at.circles.size(), 1);
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
        if (level() == 0) return Answer::no;
        learn();
        if (contradiction_) return Answer::no;
        --until_restart;
        if (work_ > work_between_looks && expired(budget)) return Answer::unknown;
      } else if (nodes_ >= budget.nodes || (work_ > work_between_looks && expired(budget))) {
        return Answer::unknown;
      } else if (until_restart <= 0) {
        until_restart = restart_unit * luby(++restart);
        back_to(0);
        if (clauses_.size() > clause_limit_ && !forget_clauses()) return Answer::no;
      } else if (!decide()) {
        return Answer::yes;
      }
    }
  }

  [[nodiscard]] constexpr long nodes() const { return nodes_; }
  [[nodiscard]] constexpr long start(int window) const { return bounds_[2 * window]; }

 private:
  /// A bound on start i: x = 2 i means t(i), x = 2 i + 1 means -t(i). The literal holds if that is at least `value`.
  struct Literal {
    int x = 0;
    long value = 0;
  };
  struct Follow {
    int x = 0;
    long weight = 0;
  };
  struct Step {
    int x = 0;
    int level = 0;
    int before = -1;  // the previous step that raised the same bound
    int reason = 0;   // index of its first literal in reasons_
    int reasons = 0;
    long old_value = 0;
  };
  struct Clause {
    int first = 0;  // index in literals_; the first two literals are watched
    int size = 0;
    int levels = 0;  // number of decision levels it spanned when it was learnt: fewer is better
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

  static constexpr Literal negation(const Literal& l) { return {l.x ^ 1, 1 - l.value}; }
  [[nodiscard]] constexpr bool holds(const Literal& l) const { return bounds_[l.x] >= l.value; }
  [[nodiscard]] constexpr bool fails(const Literal& l) const { return bounds_[l.x ^ 1] >= 1 - l.value; }
  [[nodiscard]] constexpr int level() const { return levels_.size(); }
  [[nodiscard]] constexpr long low(int i) const { return bounds_[2 * i]; }
  [[nodiscard]] constexpr long high(int i) const { return -bounds_[2 * i + 1]; }

  /// Raises a bound because of the literals in cause_. False if that empties a window; cause_ then holds the conflict.
  constexpr bool raise(const Literal& l) {
    if (holds(l)) return true;
    if (fails(l)) {
      cause_.push_back(negation(l));
      return false;
    }
    Step step;
    step.x = l.x;
    step.level = level();
    step.before = last_[l.x];
    step.reason = reasons_.size();
    step.reasons = cause_.size();
    step.old_value = bounds_[l.x];
    for (const Literal& c : cause_) reasons_.push_back(c);
    last_[l.x] = trail_.size();
    bounds_[l.x] = l.value;
    trail_.push_back(step);
    for (int k = circles_of_[l.x / 2]; k < circles_of_[l.x / 2 + 1]; ++k) dirty_[circles_[k]] = 1;
    return true;
  }

  constexpr void back_to(int to) {
    if (level() <= to) return;
    const int keep = levels_[to];
    while (trail_.size() > keep) {
      const Step& step = trail_.back();
      bounds_[step.x] = step.old_value;
      last_[step.x] = step.before;
      while (reasons_.size() > step.reason) reasons_.pop_back();
      trail_.pop_back();
    }
    while (levels_.size() > to) levels_.pop_back();
    head_ = keep;
  }

  constexpr bool propagate() {
    while (true) {
      while (head_ < trail_.size()) {
        const int x = trail_[head_++].x;
        work_ += follows_[x].size() + watches_[x].size();
        if (!follow(x) || !visit_clauses(x)) return false;
      }
      bool again = false;
      for (int r = 0; r < dirty_.size() && !again; ++r) {
        if (dirty_[r] == 0) continue;
        dirty_[r] = 0;
        const Circle& circle = at_.circles[r];
        if (circle.uses.empty()) continue;
        if (!crowds(circle) || (!circle.all_one && !full_points(circle))) {
          dirty_[r] = 1;
          return false;
        }
        again = head_ < trail_.size();
      }
      if (!again) return true;
    }
  }

  constexpr bool follow(int x) {
    for (const Follow& f : follows_[x]) {
      const long value = bounds_[x] + f.weight;
      if (bounds_[f.x] >= value) continue;
      cause_.clear();
      cause_.push_back({x, bounds_[x]});
      if (!raise({f.x, value})) return false;
    }
    return true;
  }

  /// Visits the clauses that watch a literal which the rise of bound x may have made false.
  constexpr bool visit_clauses(int x) {
    Vector<int>& watching = watches_[x];
    int kept = 0;
    for (int w = 0; w < watching.size(); ++w) {
      const int c = watching[w];
      const Clause& clause = clauses_[c];
      Literal* const l = literals_.begin() + clause.first;
      const int mine = l[0].x == (x ^ 1) ? 0 : 1;  // a clause contains each bound at most once
      if (!fails(l[mine]) || holds(l[1 - mine])) {
        watching[kept++] = c;
        continue;
      }
      int other = 2;
      while (other < clause.size && fails(l[other])) ++other;
      if (other < clause.size) {
        const Literal moved = l[mine];
        l[mine] = l[other];
        l[other] = moved;
        watches_[l[mine].x ^ 1].push_back(c);
        continue;
      }
      watching[kept++] = c;
      cause_.clear();
      for (int k = 0; k < clause.size; ++k) {
        if (k != 1 - mine) cause_.push_back(negation(l[k]));
      }
      if (!raise(l[1 - mine])) {
        for (++w; w < watching.size(); ++w) watching[kept++] = watching[w];
        while (watching.size() > kept) watching.pop_back();
        return false;
      }
    }
    while (watching.size() > kept) watching.pop_back();
    return true;
  }

  /// Intervals of the circle that contain more arcs than fit, or exactly as many as fit.
  constexpr bool crowds(const Circle& circle) {
    const int count = circle.uses.size();
    work_ += static_cast<long>(count) * count;
    arcs_.clear();
    for (int u : circle.uses) {
      const int i = problem_.window_of[at_.uses[u].op];
      arcs_.push_back(
          {i, at_.uses[u].length, low(i), remainder_of(low(i), circle.period), high(i) - low(i) + at_.uses[u].length});
    }
    for (int k = 0; k < count; ++k) {
      if (arcs_[k].extent >= circle.period || started_before(k, circle.period)) continue;
      if (!crowd_from(circle, arcs_[k].at)) return false;
    }
    return true;
  }

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

  /// Sets cause_ to why the arcs inside_[0 .. last] lie within the interval of `length` cycles.
  constexpr void explain_crowd(int last, long length) {
    cause_.clear();
    for (int p = 0; p <= last; ++p) {
      const WindowArc& arc = arcs_[inside_[p].arc];
      const long base = arc.low - inside_[p].offset;
      cause_.push_back({2 * arc.window, base});
      cause_.push_back({2 * arc.window + 1, -(base + length - arc.length)});
    }
  }

  constexpr bool keep_out(const Circle& circle, long from, int last, long length) {
    // Windows may have moved since arcs_ was filled, but only inwards, so arcs_ still holds.
    for (int k = 0; k < arcs_.size(); ++k) {
      bool within = false;
      for (int p = 0; p <= last && !within; ++p) within = inside_[p].arc == k;
      if (within) continue;
      const int i = arcs_[k].window;
      const long above = remainder_of(low(i) - from, circle.period);
      if (above < length) {
        explain_crowd(last, length);
        cause_.push_back({2 * i, low(i) - above});
        if (!raise({2 * i, low(i) - above + length})) return false;
      }
      const long below = remainder_of(high(i) - from, circle.period);
      if (below < length) {
        explain_crowd(last, length);
        cause_.push_back({2 * i + 1, -(high(i) - below + length - 1)});
        if (!raise({2 * i + 1, -(high(i) - below - 1)})) return false;
      }
    }
    return true;
  }

  /// Points that are full by the certain parts of arcs: an arc covers [high, low + length) wherever it starts.
  constexpr bool full_points(const Circle& circle) {
    for (int u : circle.uses) {
      const int i = problem_.window_of[at_.uses[u].op];
      if (low(i) + at_.uses[u].length <= high(i)) continue;
      if (!full_point(circle, high(i))) return false;
      if (!full_point(circle, low(i) + at_.uses[u].length - 1)) return false;
    }
    return true;
  }

  constexpr bool full_point(const Circle& circle, long point) {
    int covered = 0;
    over_.clear();
    for (int u : circle.uses) {
      const int i = problem_.window_of[at_.uses[u].op];
      const long length = at_.uses[u].length;
      if (low(i) + length <= high(i)) continue;
      const long here = high(i) + remainder_of(point - high(i), circle.period);
      if (here >= low(i) + length) continue;
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
      const long after_low = low(i) + remainder_of(point - low(i), circle.period);
      if (after_low < low(i) + length) {
        explain_point();
        cause_.push_back({2 * i, after_low - length + 1});
        if (!raise({2 * i, after_low + 1})) return false;
      }
      const long after_high = high(i) + remainder_of(point - high(i), circle.period);
      if (after_high < high(i) + length) {
        explain_point();
        cause_.push_back({2 * i + 1, -after_high});
        if (!raise({2 * i + 1, -(after_high - length)})) return false;
      }
    }
    return true;
  }

  /// Sets cause_ to why the uses in over_ cover their points.
  constexpr void explain_point() {
    cause_.clear();
    for (const Cover& cover : over_) {
      const int i = problem_.window_of[at_.uses[cover.use].op];
      cause_.push_back({2 * i, cover.point - at_.uses[cover.use].length + 1});
      cause_.push_back({2 * i + 1, -cover.point});
    }
  }

  /// Opens a level with the next decision. False if every window is closed.
  constexpr bool decide() {
    int best = -1;
    for (int i = 0; i < size_; ++i) {
      if (low(i) == high(i)) continue;
      if (best < 0 || activity_[i] > activity_[best] ||
          (!(activity_[i] < activity_[best]) && high(i) - low(i) < high(best) - low(best))) {
        best = i;
      }
    }
    if (best < 0) return false;
    ++nodes_;
    levels_.push_back(trail_.size());
    cause_.clear();
    raise({2 * best + 1, -low(best)});
    return true;
  }

  /// Marks a literal as one that the conflict depends on.
  constexpr void need(const Literal& l) {
    int step = last_[l.x];
    while (step >= 0 && trail_[step].old_value >= l.value) step = trail_[step].before;
    if (step < 0 || trail_[step].level == 0) return;
    const bool here = trail_[step].level == level();
    if (needed_[l.x] != 0) {
      if (l.value <= needs_[l.x]) return;
      if (here && trail_[caused_[l.x]].level != level()) ++open_;
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

  /// Turns the conflict in cause_ into a clause, backtracks to the level at which the clause propagates, and applies
  /// it.
  constexpr void learn() {
    open_ = 0;
    touched_.clear();
    // The conflict may lie entirely below the current level.
    int highest = 0;
    for (const Literal& l : cause_) {
      const int of = level_of(l);
      if (of > highest) highest = of;
    }
    back_to(highest);
    if (highest == 0) {
      contradiction_ = true;
      return;
    }
    for (const Literal& l : cause_) need(l);
    int at = trail_.size() - 1;
    for (;; --at) {
      const int x = trail_[at].x;
      if (needed_[x] == 0 || caused_[x] != at) continue;
      if (open_ == 1) break;
      needed_[x] = 0;
      --open_;
      const int first = trail_[at].reason;
      const int last = first + trail_[at].reasons;
      for (int k = first; k < last; ++k) need(reasons_[k]);
    }
    collect_clause(trail_[at].x);
  }

  [[nodiscard]] constexpr int level_of(const Literal& l) const {
    int step = last_[l.x];
    while (step >= 0 && trail_[step].old_value >= l.value) step = trail_[step].before;
    return step < 0 ? 0 : trail_[step].level;
  }

  /// Do the other literals of the clause imply the step that raised this bound?
  [[nodiscard]] constexpr bool redundant(int x) const {
    const Step& step = trail_[caused_[x]];
    if (step.reasons == 0) return false;
    for (int k = step.reason; k < step.reason + step.reasons; ++k) {
      const Literal& l = reasons_[k];
      if (needed_[l.x] != 0 && needs_[l.x] >= l.value && (l.x != x)) continue;
      if (level_of(l) != 0) return false;
    }
    return true;
  }

  constexpr void collect_clause(int uip) {
    learnt_.clear();
    learnt_.push_back(negation({uip, needs_[uip]}));
    cause_.clear();
    int back = 0;
    for (int x : touched_) {
      if (needed_[x] == 0 || x == uip) continue;
      if (redundant(x)) continue;
      const Literal l = {x, needs_[x]};
      learnt_.push_back(negation(l));
      cause_.push_back(l);
      const int of = trail_[caused_[x]].level;
      if (of > back) {
        back = of;
        const Literal first = learnt_[1];
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
    back_to(back);
    if (learnt_.size() > 1) add_clause(spanned);
    if (!raise(learnt_[0])) contradiction_ = true;
  }

  /// The number of levels of the literals in cause_, and the current one.
  constexpr int spanned_levels() {
    int count = 1;
    spanned_.clear();
    spanned_.resize(level() + 1, 0);
    for (const Literal& l : cause_) {
      int& seen = spanned_[level_of(l)];
      if (seen == 0) ++count;
      seen = 1;
    }
    return count;
  }

  constexpr void add_clause(int spanned) {
    Clause clause;
    clause.first = literals_.size();
    clause.size = learnt_.size();
    clause.levels = spanned;
    for (const Literal& l : learnt_) literals_.push_back(l);
    watch(clauses_.size(), clause);
    clauses_.push_back(clause);
  }

  constexpr void watch(int number, const Clause& clause) {
    for (int k : {0, 1}) watches_[literals_[clause.first + k].x ^ 1].push_back(number);
  }

  /// At level 0: keeps the better half of the clauses. False if they contradict each other.
  constexpr bool forget_clauses() {
    if (!propagate()) return false;
    int median = 2;
    Vector<int> count(66, 0);
    for (const Clause& clause : clauses_) ++count[clause.levels < 65 ? clause.levels : 65];
    for (int sum = 0; median < 65; ++median) {
      sum += count[median];
      if (2 * sum > clauses_.size()) break;
    }
    Vector<Clause> old = clauses_;
    Vector<Literal> old_literals = literals_;
    clauses_.clear();
    literals_.clear();
    for (Vector<int>& w : watches_) w.clear();
    int kept_at_median = 0;
    for (int c = 0; c < old.size(); ++c) {
      const Clause& clause = old[c];
      const bool young = c >= old.size() - old.size() / 8;
      if (!young && clause.levels > 2 &&
          (clause.levels > median || (clause.levels == median && ++kept_at_median % 2 == 0)))
        continue;
      learnt_.clear();
      bool satisfied = false;
      for (int k = clause.first; k < clause.first + clause.size && !satisfied; ++k) {
        satisfied = holds(old_literals[k]);
        if (!fails(old_literals[k])) learnt_.push_back(old_literals[k]);
      }
      if (!satisfied && learnt_.size() > 1) add_clause(clause.levels);
    }
    clause_limit_ += clause_limit_ / 10;
    return true;
  }

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

  const IntervalProblem& at_;
  const WindowProblem& problem_;
  int size_;
  Vector<long> bounds_;
  Vector<int> last_;  // by bound: the last step that raised it
  Vector<Vector<Follow>> follows_;
  Vector<Vector<int>> watches_;  // by bound: the clauses to visit when it rises
  Vector<int> circles_of_;
  Vector<int> circles_;
  Vector<int> dirty_;
  Vector<Step> trail_;
  Vector<Literal> reasons_;
  Vector<int> levels_;  // where each level begins in trail_
  int head_ = 0;
  Vector<Literal> cause_;
  Vector<Clause> clauses_;
  Vector<Literal> literals_;
  Vector<Literal> learnt_;
  int clause_limit_ = 4000;
  Vector<int> needed_;
  Vector<int> listed_;
  Vector<long> needs_;
  Vector<int> caused_;
  Vector<int> touched_;
  Vector<int> spanned_;
  int open_ = 0;
  Vector<double> activity_;
  double bump_ = 1.0;
  Vector<WindowArc> arcs_;
  Vector<Inside> inside_;
  Vector<Cover> over_;
  bool contradiction_ = false;
  long conflicts_ = 0;
  long work_ = 0;  // since the last call of `expired`
  long nodes_ = 0;
};

}  // namespace detail
}  // namespace stretto
