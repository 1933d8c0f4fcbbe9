// Exact scheduling within one iteration: branch and bound over the orders of a body.
//
// Objective: smallest makespan, then smallest register peak; ties go to the greedy seed, then to the lexicographically
// smallest sequence. The body's parts (halves) stay apart. Steps:
//   1. The greedy seed is returned at once when it meets the lower bound.
//   2. Depth-first search for the best cost, most critical op first. A node is cut when its bound (earliest starts
//      propagated through the ops that are left, plus one-machine bounds for the serial units) cannot beat the incumbent,
//      when what is left cannot fit the blocks, or when an earlier node with the same ops placed could start every op
//      that is left at least as early.
//   3. If the seed was beaten, a second search in index order finds the smallest sequence of that cost.
// The search counts nodes, not seconds, so that its answer does not depend on the machine.
#pragma once

#include <stretto/schedulers/dominance.hpp>
#include <stretto/schedulers/evaluate.hpp>
#include <stretto/schedulers/greedy.hpp>

namespace stretto {

enum class SearchStatus : unsigned char {
  not_searched,  // identity and greedy
  optimal,
  best_found,  // the node budget ended first; see the bound
  infeasible,
};

/// Which orders count, and how long to look for them.
struct SearchLimits {
  int parts = 2;                  // equal stretches of the body that stay apart
  bool fits_blocks = true;        // at most two fragments and two loads between computes, each part ends with a compute
  int max_globals = 0;            // at most this many loads between computes (0: no further cap)
  int max_vgpr = 999999;          // register peak allowed
  int contention_penalty = 0;     // see evaluate_order
  long node_budget = 2'000'000;   // both searches together
};

struct SearchResult {
  SearchStatus status = SearchStatus::not_searched;
  Vector<int> order;
  OrderCost cost;
  int lower_bound = 0;  // proven for the makespan of every order that keeps the parts apart
  long nodes = 0;
  Diagnostic error;  // why there is no order
};

namespace detail {

inline constexpr int max_fragments_per_block = 2;
inline constexpr int max_loads_per_block = 2;

inline constexpr int far = 1 << 29;  // beyond any makespan

enum class BlockClass : unsigned char { compute, load, fragment, other };

constexpr BlockClass block_class(const OpDesc& op) {
  switch (op.role) {
    case OpRole::compute: return BlockClass::compute;
    case OpRole::global_load: return BlockClass::load;
    case OpRole::fragment_load: return BlockClass::fragment;
    default: return BlockClass::other;
  }
}

/// Same-iteration edges that an order with the parts apart can keep.
constexpr LoopBody keepable(const LoopBody& body, int parts) {
  LoopBody result;
  result.ops = body.ops;
  const int n = body.size();
  for (const DepEdge& edge : body.edges) {
    if (edge.loop_distance != 0) continue;
    // Part numbers as in the greedy scheduler: part p holds [p*n/parts, (p+1)*n/parts).
    int producer_part = 0;
    int consumer_part = 0;
    for (int p = 1; p < parts; ++p) {
      producer_part += edge.producer >= p * n / parts;
      consumer_part += edge.consumer >= p * n / parts;
    }
    if (producer_part <= consumer_part) result.edges.push_back(edge);
  }
  return result;
}

class ExactSearch {
 public:
  constexpr ExactSearch(const LoopBody& body, const SearchLimits& limits)
      : body_(keepable(body, limits.parts)),
        limits_(limits),
        n_(body.size()),
        predecessors_(same_iteration_neighbours(body_, Direction::predecessors)),
        successors_(same_iteration_neighbours(body_, Direction::successors)),
        topological_(topological_order(body_, predecessors_, successors_)) {
    load_cap_ = limits.fits_blocks ? max_loads_per_block : n_;
    if (limits.max_globals > 0 && limits.max_globals < load_cap_) load_cap_ = limits.max_globals;
    fragment_cap_ = limits.fits_blocks ? max_fragments_per_block : n_;
    prepare_ops();
    prepare_tails();
    reset();
    bound_ = node_bound();
  }

  [[nodiscard]] constexpr int root_bound() const { return bound_; }

  /// Takes an order that need not respect the load cap as the one to beat.
  constexpr void seed(const Vector<int>& order, const OrderCost& cost) {
    best_order_ = order;
    best_ = cost;
    found_ = true;
  }

  /// Finds the best cost. False when the budget ended first.
  constexpr bool search_best() {
    first_match_ = false;
    reset();
    descend();
    return !exhausted_;
  }

  /// Finds the lexicographically smallest order of the best cost. False when the budget ended first.
  constexpr bool search_smallest() {
    first_match_ = true;
    matched_ = false;
    reset();
    descend();
    return !exhausted_;
  }

  [[nodiscard]] constexpr bool found() const { return found_; }
  [[nodiscard]] constexpr bool over_registers() const { return over_registers_; }
  [[nodiscard]] constexpr const Vector<int>& order() const { return best_order_; }
  [[nodiscard]] constexpr OrderCost cost() const { return best_; }
  [[nodiscard]] constexpr long nodes() const { return nodes_; }

 private:
  struct PartCounts {
    int ops = 0;
    int computes = 0;
    int loads = 0;
    int fragments = 0;
  };

  constexpr int part_begin(int part) const { return part * n_ / limits_.parts; }

  constexpr void prepare_ops() {
    units_.resize(n_, SerialUnit::none);
    holds_.resize(n_, 0);
    classes_.resize(n_, BlockClass::other);
    part_of_.resize(n_, 0);
    for (int part = 0; part < limits_.parts; ++part) {
      for (int i = part_begin(part); i < part_begin(part + 1); ++i) part_of_[i] = part;
    }
    for (int i = 0; i < n_; ++i) {
      units_[i] = serial_unit(body_.ops[i], limits_.contention_penalty);
      holds_[i] = unit_hold(body_.ops[i], units_[i], limits_.contention_penalty);
      classes_[i] = block_class(body_.ops[i]);
      final_pressure_ += body_.ops[i].vgpr_def - body_.ops[i].vgpr_kill;
    }
  }

  /// tail[i]: from the start of op i to the end of the iteration, at least. Ops of later parts come after it on its unit.
  constexpr void prepare_tails() {
    tails_.resize(n_, 0);
    for (int part = limits_.parts - 1; part >= 0; --part) {
      // What follows on each unit in later parts: all their holds, and the shortest way out after the last of them.
      int later_hold[serial_units] = {};
      int way_out[serial_units] = {far, far, far};
      for (int i = part_begin(part + 1); i < n_; ++i) {
        if (units_[i] == SerialUnit::none) continue;
        const int u = static_cast<int>(units_[i]);
        later_hold[u] += holds_[i];
        const int after = tails_[i] - holds_[i];
        if (after < way_out[u]) way_out[u] = after;
      }
      for (int k = topological_.size() - 1; k >= 0; --k) {
        const int i = topological_[k];
        if (part_of_[i] != part) continue;
        int longest = 0;
        for (int s = successors_.first[i]; s < successors_.first[i + 1]; ++s) {
          const int tail = tails_[successors_.neighbours[s]];
          if (tail > longest) longest = tail;
        }
        longest += body_.ops[i].latency;
        if (units_[i] != SerialUnit::none) {
          const int u = static_cast<int>(units_[i]);
          const int through_unit = holds_[i] + later_hold[u] + way_out[u];
          if (later_hold[u] > 0 && through_unit > longest) longest = through_unit;
        }
        tails_[i] = longest;
      }
    }
  }

  constexpr void reset() {
    placed_.clear();
    placed_.resize(n_, 0);
    sequence_.clear();
    sequence_.reserve(n_);
    ready_at_.clear();
    ready_at_.resize(n_, 0);
    heads_.clear();
    heads_.resize(n_, 0);
    missing_.clear();
    missing_.resize(n_, 0);
    for (int i = 0; i < n_; ++i) missing_[i] = predecessors_.first[i + 1] - predecessors_.first[i];
    for (int u = 0; u < serial_units; ++u) unit_free_[u] = 0;
    span_ = 0;
    pressure_ = 0;
    peak_ = 0;
    part_ = -1;
    exhausted_ = false;
    table_.clear();
    enter_part(0);
  }

  constexpr void enter_part(int part) {
    part_ = part;
    left_ = {};
    run_loads_ = 0;
    run_fragments_ = 0;
    if (part == limits_.parts) return;
    for (int i = part_begin(part); i < part_begin(part + 1); ++i) {
      ++left_.ops;
      left_.computes += classes_[i] == BlockClass::compute;
      left_.loads += classes_[i] == BlockClass::load;
      left_.fragments += classes_[i] == BlockClass::fragment;
    }
  }

  /// Earliest start of every op that is left, and the smallest makespan that still seems possible.
  constexpr int node_bound() {
    int bound = span_;
    for (int k = 0; k < n_; ++k) {
      const int i = topological_[k];
      if (placed_[i] != 0) continue;
      int head = ready_at_[i];
      if (units_[i] != SerialUnit::none) {
        const int free_at = unit_free_[static_cast<int>(units_[i])];
        if (free_at > head) head = free_at;
      }
      for (int p = predecessors_.first[i]; p < predecessors_.first[i + 1]; ++p) {
        const int before = predecessors_.neighbours[p];
        if (placed_[before] != 0) continue;
        const int finish = heads_[before] + body_.ops[before].latency;
        if (finish > head) head = finish;
      }
      heads_[i] = head;
      if (head + tails_[i] > bound) bound = head + tails_[i];
    }
    for (int u = 0; u < serial_units; ++u) {
      const int machine = unit_bound(static_cast<SerialUnit>(u));
      if (machine > bound) bound = machine;
    }
    return bound;
  }

  /// One machine, heads and tails: for every head h, the ops that start at h or later take h + their holds + the
  /// shortest way out after the last of them. Parts stay in order on the machine, so a part starts when those before it
  /// have had their time.
  constexpr int unit_bound(SerialUnit unit) {
    scratch_.clear();
    int bound = 0;
    int begin_after = 0;
    for (int part = part_; part < limits_.parts; ++part) {
      scratch_.clear();
      for (int i = part_begin(part); i < part_begin(part + 1); ++i) {
        if (placed_[i] != 0 || units_[i] != unit) continue;
        if (heads_[i] < begin_after) {
          heads_[i] = begin_after;
          if (begin_after + tails_[i] > bound) bound = begin_after + tails_[i];
        }
        int k = scratch_.size();
        scratch_.push_back(i);
        for (; k > 0 && heads_[scratch_[k - 1]] < heads_[i]; --k) scratch_[k] = scratch_[k - 1];
        scratch_[k] = i;
      }
      int held = 0;
      int way_out = far;
      for (int k = 0; k < scratch_.size(); ++k) {
        const int i = scratch_[k];
        held += holds_[i];
        if (tails_[i] - holds_[i] < way_out) way_out = tails_[i] - holds_[i];
        if (heads_[i] + held + way_out > bound) bound = heads_[i] + held + way_out;
        if (heads_[i] + held > begin_after) begin_after = heads_[i] + held;
      }
    }
    return bound;
  }

  /// Can what is left of the part still be dealt to the computes that are left?
  constexpr bool fits() const {
    if (left_.ops == 0) return true;
    if (limits_.fits_blocks && left_.computes == 0) return false;
    if (!limits_.fits_blocks && limits_.max_globals == 0) return true;
    const int runs = limits_.fits_blocks ? left_.computes : left_.computes + 1;
    if (left_.loads > runs * load_cap_ - run_loads_) return false;
    return !limits_.fits_blocks || left_.fragments <= runs * fragment_cap_ - run_fragments_;
  }

  constexpr bool allowed(int i) const {
    if (placed_[i] != 0 || missing_[i] != 0) return false;
    switch (classes_[i]) {
      case BlockClass::load: return run_loads_ < load_cap_;
      case BlockClass::fragment: return run_fragments_ < fragment_cap_;
      case BlockClass::compute: return !limits_.fits_blocks || left_.computes > 1 || left_.ops == 1;
      case BlockClass::other: return true;
    }
    return false;
  }

  /// True when no completion of this node can be wanted any more.
  constexpr bool hopeless(int bound) {
    const int peak = peak_ > final_pressure_ ? peak_ : final_pressure_;
    if (peak > limits_.max_vgpr) {
      over_registers_ = true;
      return true;
    }
    if (!found_) return false;
    const OrderCost optimistic{bound, peak};
    return first_match_ ? best_ < optimistic : !(optimistic < best_);
  }

  constexpr void descend() {
    if (nodes_ >= limits_.node_budget) {
      exhausted_ = true;
      return;
    }
    ++nodes_;
    if (sequence_.size() == n_) {
      if (hopeless(span_)) return;
      best_order_ = sequence_;
      best_ = {span_, peak_};
      found_ = true;
      matched_ = true;
      return;
    }
    if (left_.ops == 0) {
      const int finished = part_;
      enter_part(part_ + 1);
      descend_within_part();
      enter_part(finished);
      left_ = {};
      return;
    }
    descend_within_part();
  }

  constexpr void descend_within_part() {
    if (!fits()) return;
    const int bound = node_bound();
    if (hopeless(bound)) return;
    if (dominated(bound)) return;
    // The candidates, in index order or most critical first.
    const int begin = part_begin(part_);
    const int end = part_begin(part_ + 1);
    Vector<int> candidates;
    for (int i = begin; i < end; ++i) {
      if (!allowed(i)) continue;
      candidates.push_back(i);
      if (first_match_) continue;
      int k = candidates.size() - 1;
      for (; k > 0 && heads_[candidates[k - 1]] - tails_[candidates[k - 1]] > heads_[i] - tails_[i]; --k) {
        candidates[k] = candidates[k - 1];
      }
      candidates[k] = i;
    }
    for (int i : candidates) {
      place_and_descend(i);
      if (exhausted_ || (first_match_ && matched_)) return;
    }
  }

  constexpr void place_and_descend(int i) {
    const OpDesc& op = body_.ops[i];
    const int unit = static_cast<int>(units_[i]);
    const bool serial = units_[i] != SerialUnit::none;
    const int old_free = serial ? unit_free_[unit] : 0;
    const int old_span = span_;
    const int old_pressure = pressure_;
    const int old_peak = peak_;
    const int old_loads = run_loads_;
    const int old_fragments = run_fragments_;
    const PartCounts old_left = left_;

    int start = ready_at_[i];
    if (serial) {
      if (old_free > start) start = old_free;
      unit_free_[unit] = start + holds_[i];
    }
    const int finish = start + op.latency;
    if (finish > span_) span_ = finish;
    pressure_ += op.vgpr_def;
    if (pressure_ > peak_) peak_ = pressure_;
    pressure_ -= op.vgpr_kill;
    --left_.ops;
    switch (classes_[i]) {
      case BlockClass::compute:
        --left_.computes;
        run_loads_ = 0;
        run_fragments_ = 0;
        break;
      case BlockClass::load:
        --left_.loads;
        ++run_loads_;
        break;
      case BlockClass::fragment:
        --left_.fragments;
        ++run_fragments_;
        break;
      case BlockClass::other: break;
    }
    placed_[i] = 1;
    sequence_.push_back(i);
    for (int s = successors_.first[i]; s < successors_.first[i + 1]; ++s) {
      const int consumer = successors_.neighbours[s];
      --missing_[consumer];
      undo_.push_back(ready_at_[consumer]);
      if (finish > ready_at_[consumer]) ready_at_[consumer] = finish;
    }

    descend();

    for (int s = successors_.first[i + 1] - 1; s >= successors_.first[i]; --s) {
      const int consumer = successors_.neighbours[s];
      ++missing_[consumer];
      ready_at_[consumer] = undo_.back();
      undo_.pop_back();
    }
    sequence_.pop_back();
    placed_[i] = 0;
    left_ = old_left;
    run_loads_ = old_loads;
    run_fragments_ = old_fragments;
    peak_ = old_peak;
    pressure_ = old_pressure;
    span_ = old_span;
    if (serial) unit_free_[unit] = old_free;
  }

  /// Was the same set of ops placed before, with no op left starting later? Remembers this node if not.
  constexpr bool dominated(int bound) {
    if (n_ > max_dominance_ops) return false;
    DominanceKey key{};
    for (int i = 0; i < n_; ++i) {
      if (placed_[i] != 0) key.words[i / 64] |= 1ULL << (i % 64);
    }
    profile_.clear();
    profile_.push_back(bound);
    profile_.push_back(peak_);
    profile_.push_back(run_loads_);
    profile_.push_back(run_fragments_);
    for (int i = part_begin(part_); i < n_; ++i) {
      if (placed_[i] == 0) profile_.push_back(heads_[i]);
    }
    return table_.dominates_or_insert(key, profile_);
  }

  LoopBody body_;
  SearchLimits limits_;
  int n_;
  Adjacency predecessors_;
  Adjacency successors_;
  Vector<int> topological_;
  Vector<SerialUnit> units_;
  Vector<int> holds_;
  Vector<BlockClass> classes_;
  Vector<int> part_of_;
  Vector<int> tails_;
  int load_cap_ = 0;
  int fragment_cap_ = 0;
  int final_pressure_ = 0;
  int bound_ = 0;

  // The node.
  Vector<char> placed_;
  Vector<int> sequence_;
  Vector<int> ready_at_;
  Vector<int> heads_;
  Vector<int> missing_;
  Vector<int> undo_;
  Vector<int> scratch_;
  Vector<int> profile_;
  int unit_free_[serial_units] = {};
  int span_ = 0;
  int pressure_ = 0;
  int peak_ = 0;
  int part_ = 0;
  PartCounts left_;
  int run_loads_ = 0;
  int run_fragments_ = 0;

  // The search.
  DominanceTable table_;
  Vector<int> best_order_;
  OrderCost best_;
  bool found_ = false;
  bool matched_ = false;
  bool first_match_ = false;
  bool exhausted_ = false;
  bool over_registers_ = false;
  long nodes_ = 0;
};

/// Can blocks hold the order: at most two fragments and two loads before each compute, each part ending with one?
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

/// The best order of a body under `limits`. Fails (infeasible, with an error) if no order meets the register budget or
/// fits the blocks, or if the budget ended before any order was found.
constexpr SearchResult exact_schedule(const LoopBody& body, const SearchLimits& limits) {
  SearchResult result;
  const int penalty = limits.contention_penalty;
  const Vector<int> greedy = greedy_schedule(body, limits.parts);
  const OrderCost greedy_cost = evaluate_order(body, greedy, penalty);
  result.lower_bound = makespan_lower_bound(detail::keepable(body, limits.parts), penalty);
  const bool seed_counts = greedy_cost.vgpr_peak <= limits.max_vgpr &&
                           (!limits.fits_blocks || detail::blocks_can_hold(body, greedy, limits.parts));
  if (seed_counts && greedy_cost.makespan <= result.lower_bound) {
    result.status = SearchStatus::optimal;
    result.order = greedy;
    result.cost = greedy_cost;
    return result;
  }

  detail::ExactSearch search(body, limits);
  if (search.root_bound() > result.lower_bound) result.lower_bound = search.root_bound();
  if (seed_counts) search.seed(greedy, greedy_cost);
  bool complete = search.search_best();
  const bool seed_stands = seed_counts && search.cost() == greedy_cost;
  if (complete && search.found() && !seed_stands) complete = search.search_smallest();
  result.nodes = search.nodes();
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
  if (complete) result.lower_bound = result.cost.makespan;
  return result;
}

/// The documented exact scheduler: orders each half of the body, halves apart, so that blocks can hold the result.
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
