// Exact scheduling within one iteration: branch and bound over the orders of a body.
//
// The objective is the smallest makespan, then the smallest register peak. Ties go to the greedy seed, then to the
// lexicographically smallest sequence. The parts (halves) of the body are not mixed. Steps:
//   1. If the greedy seed meets the lower bound, return it at once.
//   2. Search depth-first for a better cost, most critical op first: two narrow searches for a good incumbent, then
//      the full search. Prune a node if its bound cannot beat the incumbent (the bound combines earliest starts
//      propagated through the remaining ops, one-machine bounds for the serial units, and ops that must wait for a
//      later block), if the remaining ops cannot fit the blocks, or if an earlier node with the same ops placed could
//      start every remaining op at least as early. Try equivalent ops in index order only.
//   3. If the search beats the seed, search in index order for the smallest sequence of that cost.
// The budget counts nodes, not seconds, so the result does not depend on the machine.
#pragma once

#include <stretto/mojo/schedulers/greedy.hpp>
#include <stretto/mojo/schedulers/search/bounds.hpp>

namespace stretto {

/// How far the result of a search is proven.
enum class SearchStatus : unsigned char {
  not_searched,  ///< identity and greedy
  optimal,  ///< the cost is proven; the sequence is the smallest of that cost unless the budget ended in the last step
  best_found,  ///< the budget ended first, or the seed met a bound that is not proven; see lower_bound
  infeasible,  ///< no order is allowed; see `error`
};

/// An order of a body and its properties.
struct SearchResult {
  SearchStatus status = SearchStatus::not_searched;  ///< how far the result is proven
  Vector<int> order;                                 ///< op numbers in execution order
  OrderCost cost;                                    ///< cost of that order
  int lower_bound = 0;  ///< proven bound on the makespan of every order that keeps the parts separate
  long nodes = 0;       ///< nodes that the search visited
  Diagnostic error;     ///< why there is no order
};

namespace detail {

class ExactSearch {
 public:
  constexpr ExactSearch(const LoopBody& body, const SearchLimits& limits)
      : problem_(body, limits), node_(problem_), bounds_(problem_), bound_(bounds_.makespan_bound(node_)) {}

  ExactSearch(const ExactSearch&) = delete;  // its members reference each other
  ExactSearch& operator=(const ExactSearch&) = delete;

  /// A lower bound on the makespan of every order.
  [[nodiscard]] constexpr int proven_bound() const { return bound_; }

  /// Sets the order to beat. It need not respect the cap on loads.
  constexpr void seed(const Vector<int>& order, const OrderCost& cost) {
    best_order_ = order;
    best_ = cost;
    found_ = true;
  }

  /// Finds the best cost. Returns false if the budget ended first.
  constexpr bool search_best() {
    for (int turns : {0, 1, any_turns}) {
      if (!run(Goal::better, turns)) return false;
    }
    if (found_) bound_ = best_.makespan;
    return true;
  }

  /// Finds the lexicographically smallest order of the best cost. Returns false if the budget ended first.
  constexpr bool search_smallest() { return run(Goal::smallest_sequence, any_turns); }

  [[nodiscard]] constexpr bool found() const { return found_; }
  [[nodiscard]] constexpr bool over_registers() const { return over_registers_; }
  [[nodiscard]] constexpr const Vector<int>& order() const { return best_order_; }
  [[nodiscard]] constexpr OrderCost cost() const { return best_; }
  [[nodiscard]] constexpr long nodes() const { return nodes_; }

 private:
  enum class Goal : unsigned char {
    better,             // repeatedly improve on the best known order
    smallest_sequence,  // the first order in index order that is as good as the best known
  };

  static constexpr int any_turns = far;

  /// One depth-first search that deviates from the most critical op at most `turns` times per path. Returns false if
  /// the budget ended first.
  constexpr bool run(Goal goal, int turns) {
    goal_ = goal;
    turns_left_ = turns;
    matched_ = false;
    exhausted_ = false;
    node_.reset();
    table_.clear();
    descend();
    return !exhausted_;
  }

  [[nodiscard]] constexpr bool stop() const { return exhausted_ || (matched_ && goal_ == Goal::smallest_sequence); }

  /// A lower bound on the register peak of every completion of this node.
  [[nodiscard]] constexpr int peak_bound() const {
    return node_.now.peak > problem_.final_pressure ? node_.now.peak : problem_.final_pressure;
  }

  /// The smallest makespan at which this node can be pruned.
  [[nodiscard]] constexpr int hopeless_from() const {
    if (!found_) return far;
    const int peak = peak_bound();
    const bool tie_is_hopeless = goal_ == Goal::better ? peak >= best_.vgpr_peak : peak > best_.vgpr_peak;
    return tie_is_hopeless ? best_.makespan : best_.makespan + 1;
  }

  /// True if no completion of this node can improve the result.
  constexpr bool hopeless(int bound) {
    const int peak = peak_bound();
    if (peak > problem_.limits.max_vgpr) {
      over_registers_ = true;
      return true;
    }
    return bound >= hopeless_from();
  }

  constexpr void descend() {
    if (nodes_ >= problem_.limits.node_budget) {
      exhausted_ = true;
      return;
    }
    ++nodes_;
    if (node_.sequence.size() == problem_.size) {
      if (hopeless(node_.now.span)) return;
      best_order_ = node_.sequence;
      best_ = {node_.now.span, node_.now.peak};
      found_ = true;
      matched_ = true;
      return;
    }
    const SearchNode::Moment before = node_.now;
    while (node_.now.left.ops == 0) node_.enter_next_part();
    branch();
    node_.now = before;
  }

  constexpr void branch() {
    if (!node_.fits()) return;
    const int bound = bounds_.makespan_bound(node_, hopeless_from());
    if (hopeless(bound) || dominated(bound)) return;
    const int first = candidates_.size();
    collect_candidates(first);
    const int last = candidates_.size();
    for (int k = first; k < last; ++k) {
      if (k == first + 1) --turns_left_;
      if (turns_left_ < 0) break;
      const SearchNode::Moment before = node_.now;
      node_.place(candidates_[k]);
      descend();
      node_.unplace(before);
      if (stop()) break;
    }
    if (last > first + 1) ++turns_left_;
    while (candidates_.size() > first) candidates_.pop_back();
  }

  /// Collects the ops that may come next, in index order or most critical first.
  constexpr void collect_candidates(int first) {
    const int part = node_.now.part;
    for (int i = problem_.part_begin(part); i < problem_.part_begin(part + 1); ++i) {
      if (!node_.allowed(i)) continue;
      int k = candidates_.size();
      candidates_.push_back(i);
      if (goal_ == Goal::smallest_sequence) continue;
      for (; k > first && urgency(candidates_[k - 1]) > urgency(i); --k) candidates_[k] = candidates_[k - 1];
      candidates_[k] = i;
    }
  }

  [[nodiscard]] constexpr int urgency(int op) const { return bounds_.head(op) - problem_.tails[op]; }

  /// True if an earlier node has the same ops placed and can start every remaining op no later. Otherwise records this
  /// node.
  constexpr bool dominated(int bound) {
    if (problem_.size > max_dominance_ops) return false;
    profile_.clear();
    profile_.push_back(bound);
    profile_.push_back(node_.now.peak);
    profile_.push_back(node_.now.run_loads);
    profile_.push_back(node_.now.run_fragments);
    for (int i = problem_.part_begin(node_.now.part); i < problem_.size; ++i) {
      if (node_.placed[i] == 0) profile_.push_back(bounds_.head(i));
    }
    return table_.dominates_or_insert(node_.key, profile_);
  }

  SearchProblem problem_;
  SearchNode node_;
  NodeBounds bounds_;
  DominanceTable table_;
  Vector<int> profile_;
  Vector<int> candidates_;  // candidates of all open nodes, one node after another
  Vector<int> best_order_;
  OrderCost best_;
  int bound_;
  Goal goal_ = Goal::better;
  int turns_left_ = 0;
  bool found_ = false;
  bool matched_ = false;
  bool exhausted_ = false;
  bool over_registers_ = false;
  long nodes_ = 0;
};

/// True if blocks can hold the order: at most two fragments and two loads before each compute, and each part ends with
/// a compute.
constexpr bool blocks_can_hold(const LoopBody& body, const Vector<int>& order, int parts) {
  int loads = 0;
  int fragments = 0;
  for (int i = 0; i < order.size(); ++i) {
    const BlockClass kind = block_class(body.ops[order[i]]);
    loads = kind == BlockClass::compute ? 0 : loads + (kind == BlockClass::load);
    fragments = kind == BlockClass::compute ? 0 : fragments + (kind == BlockClass::fragment);
    if (loads > max_loads_per_block || fragments > max_fragments_per_block) return false;
    for (int part = 1; part <= parts; ++part) {
      if (i + 1 == part * order.size() / parts && kind != BlockClass::compute) return false;
    }
  }
  return true;
}

}  // namespace detail

namespace detail {

/// A lower bound on the makespan that holds for every order. The bound of the Mojo package does not always: its port
/// term counts the hold of the last op, which may extend past the makespan.
constexpr int proven_makespan_bound(const LoopBody& body, const SearchLimits& limits, int makespan) {
  const int path_bound = makespan_lower_bound(keepable(body, limits.parts), 0);
  return path_bound >= makespan ? path_bound : ExactSearch(body, limits).proven_bound();
}

}  // namespace detail

/// The best order of a body under `limits`. Fails (infeasible, with an error) if no order meets the register budget or
/// fits the blocks, or if the budget ended before any order was found.
constexpr SearchResult exact_schedule(const LoopBody& body, const SearchLimits& limits) {
  SearchResult result;
  const Vector<int> greedy = greedy_schedule(body, limits.parts);
  const OrderCost greedy_cost = evaluate_order(body, greedy, limits.contention_penalty);
  const bool seed_counts = greedy_cost.vgpr_peak <= limits.max_vgpr &&
                           (!limits.fits_blocks || detail::blocks_can_hold(body, greedy, limits.parts));
  if (seed_counts && greedy_cost.makespan <= makespan_lower_bound(body, limits.contention_penalty)) {
    result.order = greedy;
    result.cost = greedy_cost;
    result.lower_bound = detail::proven_makespan_bound(body, limits, greedy_cost.makespan);
    result.status = result.lower_bound >= greedy_cost.makespan ? SearchStatus::optimal : SearchStatus::best_found;
    return result;
  }

  detail::ExactSearch search(body, limits);
  if (seed_counts) search.seed(greedy, greedy_cost);
  const bool complete = search.search_best();
  const bool seed_stands = seed_counts && search.cost() == greedy_cost;
  if (complete && search.found() && !seed_stands) search.search_smallest();
  result.nodes = search.nodes();
  result.lower_bound = search.proven_bound();
  if (!search.found()) {
    result.status = SearchStatus::infeasible;
    if (!complete) {
      result.error = Diagnostic(Rule::node_budget, 0, static_cast<int>(limits.node_budget));
    } else if (search.over_registers()) {
      result.error = Diagnostic(Rule::register_budget, greedy_cost.vgpr_peak, limits.max_vgpr);
    } else {
      result.error = Diagnostic(Rule::no_order_fits_blocks, 0, 0);
    }
    return result;
  }
  result.order = search.order();
  result.cost = search.cost();
  result.status = complete ? SearchStatus::optimal : SearchStatus::best_found;
  return result;
}

/// The exact scheduler of the Mojo package: orders each half of the body separately, such that blocks can hold the
/// result.
constexpr SearchResult optimal_schedule_with_halves(const LoopBody& body, int max_globals, int contention_penalty,
                                                    int max_vgpr, long node_budget = SearchLimits{}.node_budget) {
  SearchLimits limits;
  limits.max_globals = max_globals;
  limits.contention_penalty = contention_penalty;
  limits.max_vgpr = max_vgpr;
  limits.node_budget = node_budget;
  return exact_schedule(body, limits);
}

}  // namespace stretto
