// NodeBounds: a lower bound on the makespan of a partial order, and the earliest start of every remaining op.
#pragma once

#include <stretto/mojo/schedulers/search/node.hpp>

namespace stretto::detail {

class NodeBounds {
 public:
  constexpr explicit NodeBounds(const SearchProblem& problem) : problem_(problem) { heads_.resize(problem.size, 0); }

  /// Earliest start of an op that remained at the last call of `makespan_bound`.
  [[nodiscard]] constexpr int head(int op) const { return heads_[op]; }

  /// Computes the earliest start of every remaining op and a lower bound on the makespan. It proceeds part by part: a
  /// unit serves a part after all earlier parts. It stops early, with the heads incomplete, once the bound reaches
  /// `enough`.
  constexpr int makespan_bound(const SearchNode& node, int enough = far) {
    int bound = node.now.span;
    int unit_begin[serial_units] = {node.now.unit_free[0], node.now.unit_free[1], node.now.unit_free[2]};
    for (int part = node.now.part; part < problem_.limits.parts; ++part) {
      for (int k = problem_.part_begin(part); k < problem_.part_begin(part + 1); ++k) {
        const int i = problem_.topological[k];
        if (node.placed[i] != 0) continue;
        int head = node.ready_at[i];
        if (problem_.units[i] != SerialUnit::none) {
          const int free_at = unit_begin[static_cast<int>(problem_.units[i])];
          if (free_at > head) head = free_at;
        }
        int on_port = 0;
        int port_head = far;
        int port_latency = far;
        for (int p = problem_.predecessors.first[i]; p < problem_.predecessors.first[i + 1]; ++p) {
          const int before = problem_.predecessors.neighbours[p];
          if (node.placed[before] != 0) continue;
          const int latency = problem_.latency(before);
          if (heads_[before] + latency > head) head = heads_[before] + latency;
          if (problem_.units[before] != SerialUnit::port) continue;
          ++on_port;
          if (heads_[before] < port_head) port_head = heads_[before];
          if (latency < port_latency) port_latency = latency;
        }
        // The predecessors on the port are serialised.
        if (on_port > 1) {
          const int turns = port_head + (on_port - 1) * problem_.limits.contention_penalty + port_latency;
          if (turns > head) head = turns;
        }
        heads_[i] = head;
        if (head + problem_.tails[i] > bound) bound = head + problem_.tails[i];
      }
      if (bound >= enough) return bound;
      if (problem_.limits.contention_penalty > 0) {
        const int blocks = next_compute_bound(node, part, unit_begin[static_cast<int>(SerialUnit::port)]);
        if (blocks > bound) bound = blocks;
        if (bound >= enough) return bound;
      }
      for (int u = 0; u < serial_units; ++u) {
        const int machine = unit_bound(node, part, static_cast<SerialUnit>(u), unit_begin[u]);
        if (machine > bound) bound = machine;
      }
    }
    return bound;
  }

 private:
  /// One-machine bound with heads and tails: for every head h, the ops that start at h or later end no earlier than h +
  /// their holds + the shortest remaining path after the last of them. Advances `begin` to the time at which the next
  /// part can use the machine.
  constexpr int unit_bound(const SearchNode& node, int part, SerialUnit unit, int& begin) {
    scratch_.clear();
    for (int i = problem_.part_begin(part); i < problem_.part_begin(part + 1); ++i) {
      if (node.placed[i] != 0 || problem_.units[i] != unit) continue;
      int k = scratch_.size();
      scratch_.push_back(i);
      for (; k > 0 && heads_[scratch_[k - 1]] < heads_[i]; --k) scratch_[k] = scratch_[k - 1];
      scratch_[k] = i;
    }
    int bound = 0;
    int held = 0;
    int way_out = far;
    for (int i : scratch_) {
      held += problem_.holds[i];
      if (problem_.tails[i] - problem_.holds[i] < way_out) way_out = problem_.tails[i] - problem_.holds[i];
      if (heads_[i] + held + way_out > bound) bound = heads_[i] + held + way_out;
      if (heads_[i] + held > begin) begin = heads_[i] + held;
    }
    return bound;
  }

  /// Bound over the choice of the next compute. Its fragments precede it and fill its block. Ops that do not fit into
  /// that block follow on the port, at best longest tail first.
  constexpr int next_compute_bound(const SearchNode& node, int part, int port_begin) {
    collect_by_tail(node, part, BlockClass::fragment, fragments_by_tail_);
    collect_by_tail(node, part, BlockClass::load, loads_by_tail_);
    const int load_places = problem_.load_cap - node.run_loads(part);
    const int fragment_places = problem_.fragment_cap - node.run_fragments(part);
    const int penalty = problem_.limits.contention_penalty;
    bool any_left = false;
    int best = far;
    for (int c = problem_.part_begin(part); c < problem_.part_begin(part + 1); ++c) {
      if (node.placed[c] != 0 || problem_.classes[c] != BlockClass::compute) continue;
      any_left = true;
      int needed = 0;
      int on_port = 0;
      int ready = port_begin;
      for (int p = problem_.predecessors.first[c]; p < problem_.predecessors.first[c + 1]; ++p) {
        const int before = problem_.predecessors.neighbours[p];
        if (node.placed[before] != 0 || problem_.classes[before] != BlockClass::fragment) continue;
        if (problem_.part_of[before] != part) continue;  // a block of an earlier part holds it
        ++needed;
        if (problem_.units[before] != SerialUnit::port) continue;
        ++on_port;
        if (heads_[before] + penalty > ready) ready = heads_[before] + penalty;
      }
      if (needed > fragment_places) continue;
      if (port_begin + on_port * penalty > ready) ready = port_begin + on_port * penalty;
      int bound = 0;
      int start = ready;
      int free_places = fragment_places - needed;
      int f = 0;
      int l = load_places < loads_by_tail_.size() ? load_places : loads_by_tail_.size();
      while (true) {
        // The fragments that this compute needs are already counted. Those with the longest tails take the free places.
        while (f < fragments_by_tail_.size() && (problem_.feeds(fragments_by_tail_[f], c) || free_places > 0)) {
          if (!problem_.feeds(fragments_by_tail_[f], c)) --free_places;
          ++f;
        }
        const int fragment_tail = f < fragments_by_tail_.size() ? problem_.tails[fragments_by_tail_[f]] : -1;
        const int load_tail = l < loads_by_tail_.size() ? problem_.tails[loads_by_tail_[l]] : -1;
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

  constexpr void collect_by_tail(const SearchNode& node, int part, BlockClass kind, Vector<int>& out) {
    out.clear();
    for (int i = problem_.part_begin(part); i < problem_.part_begin(part + 1); ++i) {
      if (node.placed[i] != 0 || problem_.classes[i] != kind || problem_.units[i] != SerialUnit::port) continue;
      int k = out.size();
      out.push_back(i);
      for (; k > 0 && problem_.tails[out[k - 1]] < problem_.tails[i]; --k) out[k] = out[k - 1];
      out[k] = i;
    }
  }

  const SearchProblem& problem_;
  Vector<int> heads_;
  Vector<int> scratch_;
  Vector<int> fragments_by_tail_;
  Vector<int> loads_by_tail_;
};

}  // namespace stretto::detail
