// Strongly connected components: the sets of ops that share a recurrence.
#pragma once

#include <stretto/modulo/bounds.hpp>

namespace stretto::detail {

struct Components {
  int count = 0;
  Vector<int> of;  // component of each op; an arc between components leads from a higher number to a lower one
};

/// Tarjan's algorithm, iterative, with an explicit stack.
class ComponentSearch {
 public:
  constexpr ComponentSearch(const Vector<LoopArc>& arcs, int ops)
      : arcs_(arcs), first_(ops + 1, 0), order_(arcs.size(), 0), index_(ops, -1), low_(ops, 0), next_(ops, 0) {
    for (const LoopArc& arc : arcs) ++first_[arc.from + 1];
    for (int i = 0; i < ops; ++i) first_[i + 1] += first_[i];
    for (int i = 0; i < ops; ++i) next_[i] = first_[i];
    for (int a = 0; a < arcs.size(); ++a) order_[next_[arcs[a].from]++] = a;
    for (int i = 0; i < ops; ++i) next_[i] = first_[i];
    result_.of.resize(ops, -1);
    for (int i = 0; i < ops; ++i) {
      if (index_[i] < 0) visit(i);
    }
  }

  [[nodiscard]] constexpr const Components& result() const { return result_; }

 private:
  constexpr void enter(int op) {
    index_[op] = low_[op] = visited_++;
    open_.push_back(op);
    path_.push_back(op);
  }

  constexpr void leave(int op) {
    path_.pop_back();
    if (!path_.empty() && low_[op] < low_[path_.back()]) low_[path_.back()] = low_[op];
    if (low_[op] != index_[op]) return;
    int member = -1;
    do {
      member = open_.back();
      open_.pop_back();
      result_.of[member] = result_.count;
    } while (member != op);
    ++result_.count;
  }

  constexpr void visit(int root) {
    enter(root);
    while (!path_.empty()) {
      const int op = path_.back();
      if (next_[op] == first_[op + 1]) {
        leave(op);
        continue;
      }
      const int to = arcs_[order_[next_[op]++]].to;
      if (index_[to] < 0) {
        enter(to);
      } else if (result_.of[to] < 0 && index_[to] < low_[op]) {
        low_[op] = index_[to];
      }
    }
  }

  const Vector<LoopArc>& arcs_;
  Vector<int> first_;  // index of each op's first arc in order_
  Vector<int> order_;  // arcs, grouped by the op that they leave
  Vector<int> index_;
  Vector<int> low_;
  Vector<int> next_;
  Vector<int> open_;
  Vector<int> path_;
  int visited_ = 0;
  Components result_;
};

constexpr Components find_components(const Vector<LoopArc>& arcs, int ops) {
  return ComponentSearch(arcs, ops).result();
}

}  // namespace stretto::detail
