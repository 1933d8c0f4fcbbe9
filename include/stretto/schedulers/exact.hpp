// Exact scheduling within one iteration: branch and bound over the orders of a body.
//
// Objective: smallest makespan, then smallest register peak; ties go to the greedy seed, then to the lexicographically
// smallest sequence. The body's parts (halves) stay apart. Steps:
//   1. The greedy seed is returned at once when it meets the lower bound.
//   2. Depth-first searches for a better cost, most critical op first: two narrow ones for a good incumbent, then the
//      full one. A node is cut when its bound (earliest starts propagated through the ops that are left, one-machine
//      bounds for the serial units, what must wait for a block) cannot beat the incumbent, when what is left cannot fit
//      the blocks, or when an earlier node with the same ops placed could start every op that is left at least as early.
//      Of ops that cannot be told apart only the index order is tried.
//   3. If the seed was beaten, a search in index order finds the smallest sequence of that cost.
// The search counts nodes, not seconds, so that its answer does not depend on the machine.
#pragma once

#include <stretto/schedulers/dominance.hpp>
#include <stretto/schedulers/evaluate.hpp>
#include <stretto/schedulers/greedy.hpp>

namespace stretto {

enum class SearchStatus : unsigned char {
  not_searched,  // identity and greedy
  optimal,     // the cost is proven; the sequence is the smallest of that cost unless the budget ended in the last step
  best_found,  // the budget ended first, or the seed met a bound that is not proven; see the bound
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

/// The same body with at most one edge between two ops: the bounds count neighbours.
constexpr LoopBody without_parallel_edges(const LoopBody& body) {
  LoopBody result;
  result.ops = body.ops;
  for (const DepEdge& edge : body.edges) {
    bool known = false;
    for (int k = 0; k < result.edges.size() && !known; ++k) {
      known = result.edges[k].producer == edge.producer && result.edges[k].consumer == edge.consumer;
    }
    if (!known) result.edges.push_back(edge);
  }
  return result;
}

class ExactSearch {
 public:
  constexpr ExactSearch(const LoopBody& body, const SearchLimits& limits)
      : body_(without_parallel_edges(keepable(body, limits.parts))),
        limits_(limits),
        n_(body.size()),
        predecessors_(same_iteration_neighbours(body_, Direction::predecessors)),
        successors_(same_iteration_neighbours(body_, Direction::successors)),
        topological_(topological_order(body_, predecessors_, successors_)) {
    load_cap_ = limits.fits_blocks ? max_loads_per_block : n_;
    if (limits.max_globals > 0 && limits.max_globals < load_cap_) load_cap_ = limits.max_globals;
    fragment_cap_ = limits.fits_blocks ? max_fragments_per_block : n_;
    prepare_ops();
    sort_by_part();
    prepare_twins();
    prepare_tails();
    reset();
    bound_ = node_bound();
  }

  /// No order has a smaller makespan; rises as the search refutes targets.
  [[nodiscard]] constexpr int proven_bound() const { return bound_; }

  /// Takes an order that need not respect the load cap as the one to beat.
  constexpr void seed(const Vector<int>& order, const OrderCost& cost) {
    best_order_ = order;
    best_ = cost;
    found_ = true;
  }

  /// Finds the best cost. False when the budget ended first.
  constexpr bool search_best() {
    for (int turns : {0, 1}) {
      if (!run(Goal::better, turns)) return false;
    }
    if (!run(Goal::better, any_turns)) return false;
    if (found_) bound_ = best_.makespan;
    return true;
  }

  /// Finds the lexicographically smallest order of the best cost. False when the budget ended first.
  constexpr bool search_smallest() { return run(Goal::smallest_sequence, any_turns); }

  [[nodiscard]] constexpr bool found() const { return found_; }
  [[nodiscard]] constexpr bool over_registers() const { return over_registers_; }
  [[nodiscard]] constexpr const Vector<int>& order() const { return best_order_; }
  [[nodiscard]] constexpr OrderCost cost() const { return best_; }
  [[nodiscard]] constexpr long nodes() const { return nodes_; }

 private:
  enum class Goal : unsigned char {
    better,             // better than the best known, over and over
    smallest_sequence,  // the first order in index order that is as good as the best known
  };

  static constexpr int any_turns = far;

  /// One depth-first search that turns away from the most critical op at most `turns` times on a path. False when the
  /// budget ended first.
  constexpr bool run(Goal goal, int turns) {
    goal_ = goal;
    turns_left_ = turns;
    matched_ = false;
    reset();
    descend();
    return !exhausted_;
  }

  [[nodiscard]] constexpr bool stop() const { return exhausted_ || (matched_ && goal_ == Goal::smallest_sequence); }

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

  /// Keepable edges never point to an earlier part, so part by part is still a topological order.
  constexpr void sort_by_part() {
    Vector<int> sorted;
    for (int part = 0; part < limits_.parts; ++part) {
      for (int i : topological_) {
        if (part_of_[i] == part) sorted.push_back(i);
      }
    }
    topological_ = sorted;
  }

  /// Ops of one part that cannot be told apart (costs, class, neighbours): only their index order is searched, which
  /// loses no cost and keeps the smallest sequence.
  constexpr void prepare_twins() {
    twin_before_.resize(n_, -1);
    for (int i = 0; i < n_; ++i) {
      for (int j = i - 1; j >= part_begin(part_of_[i]) && twin_before_[i] < 0; --j) {
        if (alike(i, j)) twin_before_[i] = j;
      }
    }
  }

  constexpr bool alike(int i, int j) const {
    const OpDesc& a = body_.ops[i];
    const OpDesc& b = body_.ops[j];
    return classes_[i] == classes_[j] && a.resource == b.resource && a.latency == b.latency &&
           a.vgpr_def == b.vgpr_def && a.vgpr_kill == b.vgpr_kill && same_neighbours(predecessors_, i, j) &&
           same_neighbours(successors_, i, j);
  }

  static constexpr bool same_neighbours(const Adjacency& adjacency, int i, int j) {
    const int count = adjacency.first[i + 1] - adjacency.first[i];
    if (count != adjacency.first[j + 1] - adjacency.first[j]) return false;
    for (int k = 0; k < count; ++k) {
      bool found = false;
      for (int l = 0; l < count && !found; ++l) {
        found = adjacency.neighbours[adjacency.first[i] + k] == adjacency.neighbours[adjacency.first[j] + l];
      }
      if (!found) return false;
    }
    return true;
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
        int longest = body_.ops[i].latency + longest_after(i);
        if (units_[i] != SerialUnit::none) {
          const int u = static_cast<int>(units_[i]);
          const int through_unit = holds_[i] + later_hold[u] + way_out[u];
          if (later_hold[u] > 0 && through_unit > longest) longest = through_unit;
        }
        tails_[i] = longest;
      }
    }
  }

  /// From the end of op i to the end of the iteration, at least: its successors on the port take turns, at best longest
  /// tail first.
  constexpr int longest_after(int i) {
    int longest = 0;
    scratch_.clear();
    for (int s = successors_.first[i]; s < successors_.first[i + 1]; ++s) {
      const int consumer = successors_.neighbours[s];
      if (tails_[consumer] > longest) longest = tails_[consumer];
      if (units_[consumer] != SerialUnit::port) continue;
      int k = scratch_.size();
      scratch_.push_back(tails_[consumer]);
      for (; k > 0 && scratch_[k - 1] < tails_[consumer]; --k) scratch_[k] = scratch_[k - 1];
      scratch_[k] = tails_[consumer];
    }
    for (int k = 0; k < scratch_.size(); ++k) {
      const int turn = k * limits_.contention_penalty + scratch_[k];
      if (turn > longest) longest = turn;
    }
    return longest;
  }

  constexpr void reset() {
    placed_.clear();
    placed_.resize(n_, 0);
    key_ = {};
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

  /// Earliest start of every op that is left, and the smallest makespan that still seems possible. Part by part: a unit
  /// serves a part when it has served those before it.
  constexpr int node_bound() {
    int bound = span_;
    int unit_begin[serial_units] = {unit_free_[0], unit_free_[1], unit_free_[2]};
    for (int part = part_; part < limits_.parts; ++part) {
      for (int k = part_begin(part); k < part_begin(part + 1); ++k) {
        const int i = topological_[k];
        if (placed_[i] != 0) continue;
        int head = ready_at_[i];
        if (units_[i] != SerialUnit::none) {
          const int free_at = unit_begin[static_cast<int>(units_[i])];
          if (free_at > head) head = free_at;
        }
        int on_port = 0;
        int port_head = far;
        int port_latency = far;
        for (int p = predecessors_.first[i]; p < predecessors_.first[i + 1]; ++p) {
          const int before = predecessors_.neighbours[p];
          if (placed_[before] != 0) continue;
          const int latency = body_.ops[before].latency;
          if (heads_[before] + latency > head) head = heads_[before] + latency;
          if (units_[before] != SerialUnit::port) continue;
          ++on_port;
          if (heads_[before] < port_head) port_head = heads_[before];
          if (latency < port_latency) port_latency = latency;
        }
        // Predecessors take turns on the port.
        if (on_port > 1) {
          const int turns = port_head + (on_port - 1) * limits_.contention_penalty + port_latency;
          if (turns > head) head = turns;
        }
        heads_[i] = head;
        if (head + tails_[i] > bound) bound = head + tails_[i];
      }
      if (limits_.contention_penalty > 0) {
        const int blocks = block_bound(part, unit_begin[static_cast<int>(SerialUnit::port)]);
        if (blocks > bound) bound = blocks;
      }
      for (int u = 0; u < serial_units; ++u) {
        const int machine = unit_bound(part, static_cast<SerialUnit>(u), unit_begin[u]);
        if (machine > bound) bound = machine;
      }
    }
    return bound;
  }

  /// One machine, heads and tails: for every head h, the ops that start at h or later take h + their holds + the
  /// shortest way out after the last of them. Moves `begin` to where the next part can use the machine.
  constexpr int unit_bound(int part, SerialUnit unit, int& begin) {
    scratch_.clear();
    for (int i = part_begin(part); i < part_begin(part + 1); ++i) {
      if (placed_[i] != 0 || units_[i] != unit) continue;
      int k = scratch_.size();
      scratch_.push_back(i);
      for (; k > 0 && heads_[scratch_[k - 1]] < heads_[i]; --k) scratch_[k] = scratch_[k - 1];
      scratch_[k] = i;
    }
    int bound = 0;
    int held = 0;
    int way_out = far;
    for (int i : scratch_) {
      held += holds_[i];
      if (tails_[i] - holds_[i] < way_out) way_out = tails_[i] - holds_[i];
      if (heads_[i] + held + way_out > bound) bound = heads_[i] + held + way_out;
      if (heads_[i] + held > begin) begin = heads_[i] + held;
    }
    return bound;
  }

  /// Blocks in order on the port: a load beyond what fits before the next j computes is placed after j computes, hence
  /// after the fragments of at least j of them. Likewise for fragments.
  constexpr int block_bound(int part, int port_begin) {
    // When each compute that is left can have all its fragments placed, earliest first.
    scratch_.clear();
    for (int i = part_begin(part); i < part_begin(part + 1); ++i) {
      if (placed_[i] != 0 || classes_[i] != BlockClass::compute) continue;
      int placeable = port_begin;
      for (int p = predecessors_.first[i]; p < predecessors_.first[i + 1]; ++p) {
        const int before = predecessors_.neighbours[p];
        if (placed_[before] != 0 || units_[before] != SerialUnit::port) continue;
        const int held = heads_[before] + holds_[before];
        if (held > placeable) placeable = held;
      }
      int k = scratch_.size();
      scratch_.push_back(placeable);
      for (; k > 0 && scratch_[k - 1] > placeable; --k) scratch_[k] = scratch_[k - 1];
      scratch_[k] = placeable;
    }
    int bound = late_bound(part, BlockClass::load, load_cap_, part == part_ ? run_loads_ : 0);
    const int fragments = late_bound(part, BlockClass::fragment, fragment_cap_, part == part_ ? run_fragments_ : 0);
    if (fragments > bound) bound = fragments;
    const int next = next_compute_bound(part, port_begin);
    return next > bound ? next : bound;
  }

  /// Some compute comes next. Its fragments stand before it and use up its block's places; what finds no place in that
  /// block follows on the port, at best longest tail first.
  constexpr int next_compute_bound(int part, int port_begin) {
    collect_by_tail(part, BlockClass::fragment, fragments_by_tail_);
    collect_by_tail(part, BlockClass::load, loads_by_tail_);
    const int load_places = load_cap_ - (part == part_ ? run_loads_ : 0);
    const int fragment_places = fragment_cap_ - (part == part_ ? run_fragments_ : 0);
    const int penalty = limits_.contention_penalty;
    bool any_left = false;
    int best = far;
    for (int c = part_begin(part); c < part_begin(part + 1); ++c) {
      if (placed_[c] != 0 || classes_[c] != BlockClass::compute) continue;
      any_left = true;
      int needed = 0;
      int ready = port_begin;
      for (int p = predecessors_.first[c]; p < predecessors_.first[c + 1]; ++p) {
        const int before = predecessors_.neighbours[p];
        if (placed_[before] != 0 || classes_[before] != BlockClass::fragment) continue;
        ++needed;
        if (heads_[before] + penalty > ready) ready = heads_[before] + penalty;
      }
      if (needed > fragment_places) continue;
      if (port_begin + needed * penalty > ready) ready = port_begin + needed * penalty;
      int bound = 0;
      int start = ready;
      int free_places = fragment_places - needed;
      int f = 0;
      int l = load_places < loads_by_tail_.size() ? load_places : loads_by_tail_.size();
      while (true) {
        // Fragments that this compute needs are placed already; the longest others take the free places.
        while (f < fragments_by_tail_.size() && (feeds(fragments_by_tail_[f], c) || free_places > 0)) {
          if (!feeds(fragments_by_tail_[f], c)) --free_places;
          ++f;
        }
        const int fragment_tail = f < fragments_by_tail_.size() ? tails_[fragments_by_tail_[f]] : -1;
        const int load_tail = l < loads_by_tail_.size() ? tails_[loads_by_tail_[l]] : -1;
        if (fragment_tail < 0 && load_tail < 0) break;
        const int tail = fragment_tail >= load_tail ? fragment_tail : load_tail;
        (fragment_tail >= load_tail ? f : l) += 1;
        if (start + tail > bound) bound = start + tail;
        start += penalty;
      }
      if (bound < best) best = bound;
    }
    return any_left ? best : 0;
  }

  constexpr bool feeds(int fragment, int compute) const {
    for (int p = predecessors_.first[compute]; p < predecessors_.first[compute + 1]; ++p) {
      if (predecessors_.neighbours[p] == fragment) return true;
    }
    return false;
  }

  constexpr void collect_by_tail(int part, BlockClass kind, Vector<int>& out) {
    out.clear();
    for (int i = part_begin(part); i < part_begin(part + 1); ++i) {
      if (placed_[i] != 0 || classes_[i] != kind || units_[i] != SerialUnit::port) continue;
      int k = out.size();
      out.push_back(i);
      for (; k > 0 && tails_[out[k - 1]] < tails_[i]; --k) out[k] = out[k - 1];
      out[k] = i;
    }
  }

  /// The ops of a class that must wait for j computes: at best those with the shortest tails, longest of them first.
  constexpr int late_bound(int part, BlockClass kind, int cap, int run) {
    tails_by_length_.clear();
    for (int i = part_begin(part); i < part_begin(part + 1); ++i) {
      if (placed_[i] != 0 || classes_[i] != kind || units_[i] != SerialUnit::port) continue;
      int k = tails_by_length_.size();
      tails_by_length_.push_back(tails_[i]);
      for (; k > 0 && tails_by_length_[k - 1] > tails_[i]; --k) tails_by_length_[k] = tails_by_length_[k - 1];
      tails_by_length_[k] = tails_[i];
    }
    int bound = 0;
    int late = tails_by_length_.size() - (cap - run);
    for (int j = 0; j < scratch_.size() && late > 0; ++j, late -= cap) {
      for (int i = 0; i < late; ++i) {
        const int finish = scratch_[j] + i * limits_.contention_penalty + tails_by_length_[late - 1 - i];
        if (finish > bound) bound = finish;
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
    if (twin_before_[i] >= 0 && placed_[twin_before_[i]] == 0) return false;
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
    const OrderCost optimistic{bound, peak};
    if (!found_) return false;
    return goal_ == Goal::better ? !(optimistic < best_) : best_ < optimistic;
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
    const int first = candidates_.size();
    for (int i = begin; i < end; ++i) {
      if (!allowed(i)) continue;
      int k = candidates_.size();
      candidates_.push_back(i);
      if (goal_ == Goal::smallest_sequence) continue;
      const int urgency = heads_[i] - tails_[i];
      for (; k > first && heads_[candidates_[k - 1]] - tails_[candidates_[k - 1]] > urgency; --k) {
        candidates_[k] = candidates_[k - 1];
      }
      candidates_[k] = i;
    }
    const int last = candidates_.size();
    for (int k = first; k < last; ++k) {
      if (k == first + 1) --turns_left_;
      if (turns_left_ < 0) break;
      place_and_descend(candidates_[k]);
      if (stop()) break;
    }
    if (last > first + 1) ++turns_left_;
    while (candidates_.size() > first) candidates_.pop_back();
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
    if (n_ <= max_dominance_ops) key_.flip(i);
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
    if (n_ <= max_dominance_ops) key_.flip(i);
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
    profile_.clear();
    profile_.push_back(bound);
    profile_.push_back(peak_);
    profile_.push_back(run_loads_);
    profile_.push_back(run_fragments_);
    for (int i = part_begin(part_); i < n_; ++i) {
      if (placed_[i] == 0) profile_.push_back(heads_[i]);
    }
    return table_.dominates_or_insert(key_, profile_);
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
  Vector<int> twin_before_;
  Vector<int> tails_;
  int load_cap_ = 0;
  int fragment_cap_ = 0;
  int final_pressure_ = 0;
  int bound_ = 0;

  // The node.
  Vector<char> placed_;
  DominanceKey key_;  // the same as a set
  Vector<int> sequence_;
  Vector<int> ready_at_;
  Vector<int> heads_;
  Vector<int> missing_;
  Vector<int> undo_;
  Vector<int> candidates_;  // of all open nodes, one after the other
  Vector<int> scratch_;
  Vector<int> tails_by_length_;
  Vector<int> fragments_by_tail_;
  Vector<int> loads_by_tail_;
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
  Goal goal_ = Goal::better;
  int turns_left_ = 0;
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

namespace detail {

/// Has the makespan been proven smallest by a bound that holds for every order? The documented bound does not always: its
/// port term counts the last op's hold, which need not lie within the makespan.
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
