// The clauses that a search over windows has learnt: stored, watched, and forgotten if there are too many.
//
// A clause is a set of literals of which at least one holds in every schedule. If all but one fail, it raises the bound
// of the last. Two literals of each clause are watched: while neither fails, the clause cannot raise a bound, so a rise
// of another bound does not visit it.
#pragma once

#include <stretto/modulo/bound_trail.hpp>

namespace stretto::detail {

class LearnedClauses {
 public:
  constexpr explicit LearnedClauses(int windows) {
    for (int x = 0; x < 2 * windows; ++x) watches_.push_back(Vector<int>());
  }

  LearnedClauses(const LearnedClauses&) = delete;
  LearnedClauses& operator=(const LearnedClauses&) = delete;

  /// How many clauses a rise of bound x visits.
  [[nodiscard]] constexpr int watchers(int x) const { return watches_[x].size(); }
  [[nodiscard]] constexpr bool too_many() const { return clauses_.size() > limit_; }

  /// Visits the clauses that watch a literal which the rise of bound x may have made false. False: a conflict.
  constexpr bool visit(int x, BoundTrail& trail) {
    Vector<int>& watching = watches_[x];
    int kept = 0;
    for (int w = 0; w < watching.size(); ++w) {
      const int c = watching[w];
      const Clause& clause = clauses_[c];
      BoundLiteral* const l = literals_.begin() + clause.first;
      const int mine = l[0].x == (x ^ 1) ? 0 : 1;  // a clause contains each bound at most once
      if (!trail.fails(l[mine]) || trail.holds(l[1 - mine])) {
        watching[kept++] = c;
        continue;
      }
      int other = 2;
      while (other < clause.size && trail.fails(l[other])) ++other;
      if (other < clause.size) {
        const BoundLiteral moved = l[mine];
        l[mine] = l[other];
        l[other] = moved;
        watches_[l[mine].x ^ 1].push_back(c);
        continue;
      }
      watching[kept++] = c;
      trail.cause.clear();
      for (int k = 0; k < clause.size; ++k) {
        if (k != 1 - mine) trail.cause.push_back(negation(l[k]));
      }
      if (!trail.raise(l[1 - mine])) {
        for (++w; w < watching.size(); ++w) watching[kept++] = watching[w];
        while (watching.size() > kept) watching.pop_back();
        return false;
      }
    }
    while (watching.size() > kept) watching.pop_back();
    return true;
  }

  /// Stores a clause of at least two literals.
  constexpr void add(const Vector<BoundLiteral>& learnt, int levels) {
    Clause clause;
    clause.first = literals_.size();
    clause.size = learnt.size();
    clause.levels = levels;
    for (const BoundLiteral& l : learnt) literals_.push_back(l);
    watch(clauses_.size(), clause);
    clauses_.push_back(clause);
  }

  /// Keeps the better half of the clauses, without the literals that fail. The trail is at level 0, and propagated.
  constexpr void forget(const BoundTrail& trail) {
    int median = 2;
    Vector<int> count(66, 0);
    for (const Clause& clause : clauses_) ++count[clause.levels < 65 ? clause.levels : 65];
    for (int sum = 0; median < 65; ++median) {
      sum += count[median];
      if (2 * sum > clauses_.size()) break;
    }
    Vector<Clause> old = clauses_;
    Vector<BoundLiteral> old_literals = literals_;
    clauses_.clear();
    literals_.clear();
    for (Vector<int>& w : watches_) w.clear();
    Vector<BoundLiteral> rest;  // the literals of a clause that do not fail
    int kept_at_median = 0;
    for (int c = 0; c < old.size(); ++c) {
      const Clause& clause = old[c];
      const bool young = c >= old.size() - old.size() / 8;
      if (!young && clause.levels > 2 &&
          (clause.levels > median || (clause.levels == median && ++kept_at_median % 2 == 0)))
        continue;
      rest.clear();
      bool satisfied = false;
      for (int k = clause.first; k < clause.first + clause.size && !satisfied; ++k) {
        satisfied = trail.holds(old_literals[k]);
        if (!trail.fails(old_literals[k])) rest.push_back(old_literals[k]);
      }
      if (!satisfied && rest.size() > 1) add(rest, clause.levels);
    }
    limit_ += limit_ / 10;
  }

 private:
  struct Clause {
    int first = 0;  // index in literals_; the first two literals are watched
    int size = 0;
    int levels = 0;  // number of decision levels it spanned when it was learnt: fewer is better
  };

  constexpr void watch(int number, const Clause& clause) {
    for (int k : {0, 1}) watches_[literals_[clause.first + k].x ^ 1].push_back(number);
  }

  Vector<Vector<int>> watches_;  // by bound: the clauses to visit when it rises
  Vector<Clause> clauses_;
  Vector<BoundLiteral> literals_;
  int limit_ = 4000;
};

}  // namespace stretto::detail
