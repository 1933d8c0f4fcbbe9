// The fewest barriers of the kernel.
//
// Each need across waves is an arc on the loop's circle, from just after its first step to just before its second step
// (d trips later). It requires m barriers on that arc: one, plus or minus one if a stagger sets the roles apart, minus
// those that are already there. Let S(j) be the number of derived barriers before element j of a trip, and k their
// number in a whole trip. A placement is a solution of
//
//   S(j+1) >= S(j),   S(L) = S(0) + k,   S(y+1) + d*k >= S(x+1) + m    for every need (x -> y, d, m),
//
// a system of difference constraints. For a given k it has a solution exactly if its graph has no cycle of positive
// length; the longest paths from node 0 are then an integral solution. k rises from 0 until this holds, so k is the
// minimum. The positive cycle for k - 1 proves that fewer barriers do not suffice (MinimalityCertificate): its needs,
// laid end to end, go around the loop w times and require more than w * (k - 1) barriers. Longest paths are the
// smallest S, so each barrier is as late as possible. To hide latency (LatencyHiding), arcs begin later, and k is the
// minimum for these arcs.
#pragma once

#include <stretto/sync/epochs.hpp>

namespace stretto::detail {

constexpr SyncReason reason_of(const WaveProgram& program, const Need& need) {
  const auto entry = [&](const StepAt& at) { return program.roles[0].steps[at.section][at.step].entry; };
  return {need.kind, need.first.section, entry(need.first), need.second.section, entry(need.second), need.buffer};
}

/// A need between two steps of the kernel.
struct Arc {
  int from = 0;  // node: element of the first step + 1
  int to = 0;    // node: element of the second step + 1
  int trips = 0;
  int barriers = 0;  // still missing
  SyncReason reason;
};

class KernelBarriers {
 public:
  constexpr KernelBarriers(const WaveProgram& program, SyncPlan& plan, const LatencyHiding& hiding = {})
      : program_(program), plan_(plan), hiding_(hiding) {}

  constexpr void place(const RunNeeds& run) {
    collect(run);
    int barriers = 0;
    while (!solve(barriers)) {
      note_certificate(barriers);
      ++barriers;
    }
    insert();
    plan_.derived_barriers_per_trip = barriers;
  }

 private:
  struct Edge {
    int from = 0;
    int to = 0;
    int length = 0;
    int arc = -1;
    int windings = 0;
  };

  constexpr void collect(const RunNeeds& run) {
    const Epochs epochs(program_, plan_);
    nodes_ = plan_.section(Section::kernel).size() + 1;
    plan_.pacing_barriers_per_trip = epochs.whole(0, Section::kernel);
    for (const Need& need : run.needs) {
      if (need.first.section != Section::kernel || need.second.section != Section::kernel || !need.across_waves)
        continue;
      const int missing = barriers_missing(program_, epochs, need, run.trips);
      if (missing <= 0) continue;
      Arc arc{epochs.element(need.first) + 1, epochs.element(need.second) + 1, need.second.trip - need.first.trip,
              missing, reason_of(program_, need)};
      leave_time(arc, need);
      bool known = false;
      for (const Arc& other : arcs_) {
        known = known || (other.from == arc.from && other.to == arc.to && other.trips == arc.trips &&
                          other.barriers >= arc.barriers);
      }
      if (!known) arcs_.push_back(arc);
    }
  }

  /// Moves the start of an arc to after the steps that hide the latency of its first step, as far as the arc is long
  /// enough: the steps that the schedule names, or the requested number of compute ops.
  constexpr void leave_time(Arc& arc, const Need& need) const {
    const Step& first = program_.roles[0].steps.kernel[need.first.step];
    const bool scheduled = first.hidden > 0;
    const int wished = first.action == Action::fetch ? hiding_.loads : hiding_.reads;
    const int wanted = scheduled ? first.hidden : wished;
    const Vector<SyncElement>& elements = plan_.section(Section::kernel);
    const int length = elements.size();
    const int end = arc.trips * length + arc.to - 1;  // the element of the second step, from the trip of the first
    int computes = 0;
    int barriers = 0;
    for (int at = arc.from; at < end && computes < wanted; ++at) {
      const SyncElement& element = elements[at % length];
      if (element.kind != ElementKind::step) continue;
      const Action action = program_.roles[0].steps.kernel[element.step].action;
      // A barrier that is already on the arc must stay on it.
      if (action == Action::barrier) ++barriers;
      const bool hides = scheduled ? action != Action::barrier : action == Action::consume;
      if (!hides || barriers > 0) continue;
      ++computes;
      const int from = at + 1;
      arc.from = from % length;
      arc.trips = need.second.trip - need.first.trip - from / length;
    }
  }

  /// Computes the longest paths from node 0 with k barriers per trip. False if there is a cycle of positive length.
  constexpr bool solve(int k) {
    edges_.clear();
    for (int j = 0; j + 1 < nodes_; ++j) edges_.push_back({j, j + 1, 0, -1, 0});
    edges_.push_back({0, nodes_ - 1, k, -1, -1});
    edges_.push_back({nodes_ - 1, 0, -k, -1, 1});
    for (int i = 0; i < arcs_.size(); ++i) {
      edges_.push_back({arcs_[i].from, arcs_[i].to, arcs_[i].barriers - arcs_[i].trips * k, i, arcs_[i].trips});
    }
    before_.clear();
    before_.resize(nodes_, 0);
    by_.clear();
    by_.resize(nodes_, -1);
    for (int pass = 0; pass <= nodes_; ++pass) {
      bool changed = false;
      for (int e = 0; e < edges_.size(); ++e) {
        const Edge& edge = edges_[e];
        if (before_[edge.from] + edge.length <= before_[edge.to]) continue;
        before_[edge.to] = before_[edge.from] + edge.length;
        by_[edge.to] = e;
        changed = true;
        // Node 0 stays at 0 unless it lies on a positive cycle.
        if (edge.to == 0) {
          grown_ = 0;
          return false;
        }
        grown_ = edge.to;
      }
      if (!changed) return true;
    }
    return false;
  }

  /// Records the positive cycle that proves that k barriers are too few.
  constexpr void note_certificate(int k) {
    MinimalityCertificate& certificate = plan_.certificate;
    certificate = {};
    // A node that no edge has raised is reached from node 0 along the elements.
    const auto previous = [&](int node) { return by_[node] >= 0 ? edges_[by_[node]].from : 0; };
    int start = grown_;
    for (int i = 0; i < nodes_; ++i) start = previous(start);
    int length = 0;
    int node = start;
    do {
      if (by_[node] >= 0) {
        const Edge& edge = edges_[by_[node]];
        if (edge.arc >= 0) certificate.needs.push_back(arcs_[edge.arc].reason);
        certificate.windings += edge.windings;
        length += edge.length;
      }
      node = previous(node);
    } while (node != start);
    certificate.barriers_needed = length + k * certificate.windings;
  }

  constexpr void insert() {
    const Vector<SyncElement>& old = plan_.section(Section::kernel);
    Vector<SyncElement> elements;
    for (int e = 0; e < old.size(); ++e) {
      for (int count = before_[e + 1] - before_[e]; count > 0; --count) {
        SyncElement barrier;
        barrier.kind = ElementKind::barrier;
        barrier.reason = tight_reason(e);
        elements.push_back(barrier);
      }
      elements.push_back(old[e]);
    }
    plan_.section(Section::kernel) = static_cast<Vector<SyncElement>&&>(elements);
  }

  /// A need whose arc spans the gap before element e and has no barrier to spare.
  [[nodiscard]] constexpr SyncReason tight_reason(int e) const {
    const int k = before_[nodes_ - 1];
    SyncReason found;
    for (const Arc& arc : arcs_) {
      const int there = before_[arc.to] - before_[arc.from] + arc.trips * k;
      const bool covers = arc.trips == 0   ? arc.from <= e && e < arc.to
                          : arc.trips == 1 ? arc.from <= e || e < arc.to
                                           : true;
      if (!covers) continue;
      if (there == arc.barriers) return arc.reason;
      found = arc.reason;
    }
    return found;
  }

  const WaveProgram& program_;
  SyncPlan& plan_;
  LatencyHiding hiding_;
  Vector<Arc> arcs_;
  Vector<Edge> edges_;
  Vector<int> before_;  // S
  Vector<int> by_;      // the edge that determines a node's value
  int nodes_ = 0;
  int grown_ = 0;
};

}  // namespace stretto::detail
