// Finds an execution that reaches a deadlock, and reports the step at which each role is blocked.
//
// The verifier proves that a role can wait forever. To produce a counterexample, this file executes the program with
// different roles ahead of the others until one execution deadlocks. Asynchronous operations complete immediately, and
// the waves of a role stay together: that is enough for an example, but proves nothing.
#pragma once

#include <stretto/verify/role_trace.hpp>

namespace stretto {

/// Why a role that waits at a barrier waits forever.
enum class WaitCause : unsigned char {
  none,       ///< the role is at its end, or does not wait
  role,       ///< the next arrival is by a role that is blocked itself
  nobody,     ///< no role will arrive there
  too_late,   ///< the phase that it waits for is over, and so is the next one
  bytes,      ///< all arrivals have happened, but not all expected bytes have arrived
  registers,  ///< the pool has too few registers
};

/// The step at which a role is blocked in a deadlock.
struct Standing {
  StepInstance step;                  ///< the step that waits; only its role is set if the role is at its end
  WaitCause cause = WaitCause::none;  ///< why it waits forever
  StepInstance other;                 ///< role: the arrival that never happens
  int complete = 0;                   ///< phases of the place that are complete
  int arrived = 0;                    ///< arrivals in the current phase of the place
  int parity = -1;                    ///< the parity that an await names; -1: not an await
  int seen = 0;                       ///< phases of the place that were complete when the role last passed there
  bool first = false;                 ///< it is the first wait of the role at the place
  StepInstance elsewhere;             ///< role: the arrival at another slot that was due at this one, if there is one
  StepInstance used;                  ///< the read of the slot that `elsewhere` should have freed

  /// Does the role wait?
  [[nodiscard]] constexpr bool waits() const { return step.present(); }
};

namespace detail {

class Execution {
 public:
  constexpr Execution(const WaveProgram& program, const Vector<int>& runs) : program_(program) {
    int places = 0;
    for (const PhaseBarrier& barrier : program.phase_barriers) {
      first_place_.push_back(places);
      places += barrier.slots;
    }
    places_.resize(places, {});
    int workgroups = 1;
    for (int a = 0; a < program.roles.size(); ++a) {
      traces_.push_back(RoleTrace(program, a, runs));
      roles_.push_back({});
      roles_.back().seen.resize(places, -1);
      if (program.roles[a].workgroup >= workgroups) workgroups = program.roles[a].workgroup + 1;
    }
    pools_.resize(workgroups, program.spare_registers);
  }

  /// Executes as far as possible, one role at a time. From a given run on, one role moves before all others, or only
  /// when no other can.
  constexpr void run(int special, bool ahead, int from_run) {
    bool moved = true;
    while (moved) {
      moved = false;
      const bool apart = roles_[special].next < traces_[special].size() &&
                         traces_[special][roles_[special].next].instance.run >= from_run;
      if (apart && ahead) moved = all_steps(special);
      for (int a = 0; a < roles_.size(); ++a) {
        if (a != special || !apart) moved = one_step(a) || moved;
      }
      if (apart && !ahead && !moved) moved = one_step(special);
    }
  }

  [[nodiscard]] constexpr bool stands_still() const {
    for (int a = 0; a < roles_.size(); ++a) {
      if (roles_[a].next < traces_[a].size()) return true;
    }
    return false;
  }
  /// How well the execution shows that a step waits forever: 2 in the same trip, 1 in another one, 0 not at all.
  [[nodiscard]] constexpr int tells(const StepInstance& step) const {
    const RoleState& role = roles_[step.role];
    if (role.next >= traces_[step.role].size()) return 0;
    const StepInstance& at = traces_[step.role][role.next].instance;
    if (at.section != step.section || at.index != step.index) return 0;
    return at.moment() == step.moment() ? 2 : 1;
  }

  [[nodiscard]] constexpr Vector<Standing> standings() const {
    Vector<Standing> out;
    for (int a = 0; a < roles_.size(); ++a) out.push_back(standing(a));
    return out;
  }

 private:
  struct PlaceState {
    int complete = 0;
    int arrived = 0;
    int expected = 0;
    int come = 0;
  };
  struct RoleState {
    int next = 0;
    bool arrived = false;  // at the barrier that is next
    int phase = 0;         // in which it arrived there, or last at the cluster barrier
    int workgroup_barriers = 0;
    Vector<int> seen;  // by place: phases that were complete when it last passed there; -1: it has not
  };

  constexpr bool all_steps(int a) {
    bool moved = false;
    while (one_step(a)) moved = true;
    return moved;
  }

  [[nodiscard]] constexpr int place_of(const RoleTrace::Item& item) const {
    const PhaseUse& use = item.step->phase_barrier;
    return first_place_[use.barrier] + use.version(item.instance.moment()) % program_.phase_barriers[use.barrier].slots;
  }

  constexpr bool one_step(int a) {
    RoleState& role = roles_[a];
    if (role.next >= traces_[a].size()) return false;
    const RoleTrace::Item& item = traces_[a][role.next];
    const Step& step = *item.step;
    bool moved = false;
    if (step.action == Action::barrier && !role.arrived) {
      role.arrived = true;
      moved = true;
      if (step.phase_barrier.present()) {
        role.phase = places_[place_of(item)].complete;
        arrive(item, a);
      } else {
        ++role.workgroup_barriers;
      }
    }
    if (!passes(item, a)) return moved;
    if (step.action == Action::arrive) {
      if (at_cluster_barrier(step)) role.phase = places_[place_of(item)].complete;
      arrive(item, a);
    }
    if (step.action == Action::fetch && step.counter == Counter::bytes) {
      places_[place_of(item)].come += step.phase_barrier.bytes * program_.roles[a].waves;
      settle(place_of(item), step.phase_barrier.barrier);
    }
    if (step.action == Action::registers) {
      pools_[program_.roles[a].workgroup] -= step.count * program_.roles[a].waves;
    }
    if (step.phase_barrier.present() && (step.action == Action::await || step.action == Action::barrier)) {
      role.seen[place_of(item)] = places_[place_of(item)].complete;
    }
    role.arrived = false;
    ++role.next;
    return true;
  }

  [[nodiscard]] constexpr bool passes(const RoleTrace::Item& item, int a) const {
    const Step& step = *item.step;
    const PhaseUse& use = step.phase_barrier;
    if (step.action == Action::await && at_cluster_barrier(step)) {
      return places_[place_of(item)].complete > roles_[a].phase;
    }
    if (step.action == Action::await) {
      const int slots = program_.phase_barriers[use.barrier].slots;
      return parity_passes(places_[place_of(item)].complete, use.awaited_parity(item.instance.moment(), slots));
    }
    if (step.action == Action::registers) {
      return step.count * program_.roles[a].waves <= pools_[program_.roles[a].workgroup];
    }
    if (step.action != Action::barrier) return true;
    if (use.present()) return places_[place_of(item)].complete > roles_[a].phase;
    for (const RoleState& other : roles_) {
      if (other.workgroup_barriers < roles_[a].workgroup_barriers) return false;
    }
    return true;
  }

  [[nodiscard]] constexpr bool at_cluster_barrier(const Step& step) const {
    return program_.phase_barriers[step.phase_barrier.barrier].kind == PhaseBarrierKind::cluster;
  }

  constexpr void arrive(const RoleTrace::Item& item, int a) {
    const int p = place_of(item);
    for (int wave = 0; wave < program_.roles[a].waves; ++wave) {
      ++places_[p].arrived;
      places_[p].expected += item.step->phase_barrier.bytes;
      settle(p, item.step->phase_barrier.barrier);
    }
  }
  constexpr void settle(int p, int barrier) {
    PlaceState& place = places_[p];
    if (place.arrived < program_.phase_barriers[barrier].arrivals || place.come < place.expected) return;
    place = {place.complete + 1, 0, 0, 0};
  }

  [[nodiscard]] constexpr Standing standing(int a) const {
    Standing out;
    out.step.role = a;
    if (roles_[a].next >= traces_[a].size()) return out;
    const RoleTrace::Item& item = traces_[a][roles_[a].next];
    out.step = item.instance;
    if (item.step->action == Action::registers) {
      out.cause = WaitCause::registers;
      out.complete = pools_[program_.roles[a].workgroup];
      return out;
    }
    const PhaseUse& use = item.step->phase_barrier;
    if (use.present()) {
      const int p = place_of(item);
      out.complete = places_[p].complete;
      out.arrived = places_[p].arrived;
      out.first = roles_[a].seen[p] < 0;
      out.seen = out.first ? 0 : roles_[a].seen[p];
      if (item.step->action == Action::await && !at_cluster_barrier(*item.step)) {
        out.parity = use.awaited_parity(item.instance.moment(), program_.phase_barriers[use.barrier].slots);
        if (out.complete > out.seen) out.cause = WaitCause::too_late;
      }
      const bool all_here = out.arrived >= program_.phase_barriers[use.barrier].arrivals;
      if (out.cause == WaitCause::none && all_here) out.cause = WaitCause::bytes;
    }
    if (out.cause == WaitCause::none) find_arrival(item, a, out);
    if (out.parity >= 0 && out.cause == WaitCause::role) find_elsewhere(item, a, out);
    return out;
  }

  /// The next arrival that would let the role pass, if any is left.
  constexpr void find_arrival(const RoleTrace::Item& waiting, int a, Standing& out) const {
    out.cause = WaitCause::nobody;
    for (int b = 0; b < roles_.size(); ++b) {
      // A barrier that the role is blocked at has already counted its arrival.
      for (int j = roles_[b].next + (roles_[b].arrived || b == a ? 1 : 0); j < traces_[b].size(); ++j) {
        const RoleTrace::Item& item = traces_[b][j];
        const PhaseUse& use = item.step->phase_barrier;
        const bool signals = item.step->action == Action::arrive || item.step->action == Action::barrier;
        if (!signals || use.present() != waiting.step->phase_barrier.present()) continue;
        if (use.present() && place_of(item) != place_of(waiting)) continue;
        if (!use.present() && roles_[b].workgroup_barriers >= roles_[a].workgroup_barriers) continue;
        if (b == a && out.cause == WaitCause::role) break;
        out.cause = WaitCause::role;
        out.other = item.instance;
        if (b != a) return;
        break;
      }
    }
  }

  /// A role waits for a slot, and the role that should have freed it has freed one that it read later.
  constexpr void find_elsewhere(const RoleTrace::Item& waiting, int a, Standing& out) const {
    const StepAccess* filled = filled_next(a);
    if (filled == nullptr) return;
    const PhaseUse& use = waiting.step->phase_barrier;
    const int slots = program_.phase_barriers[use.barrier].slots;
    if (program_.buffers[filled->buffer].slots != slots) return;
    const int slot = filled->slot_in_trip(waiting.instance.moment(), slots);
    const int awaited = place_of(waiting);
    const int role = out.other.role;
    const RoleTrace& trace = traces_[role];
    const int read = last_read(role, *filled, slot, roles_[role].next);
    for (int i = read + 1; read >= 0 && i < roles_[role].next; ++i) {
      if (trace[i].step->action != Action::arrive || trace[i].step->phase_barrier.barrier != use.barrier) continue;
      const int other = (slot + place_of(trace[i]) - awaited + slots) % slots;
      if (other == slot || last_read(role, *filled, other, i) <= read) continue;
      out.elsewhere = trace[i].instance;
      out.used = trace[read].instance;
      return;
    }
  }
  /// The first write of memory after the step at which a role is blocked, in the same section; null: there is none.
  [[nodiscard]] constexpr const StepAccess* filled_next(int a) const {
    const StepInstance& at = traces_[a][roles_[a].next].instance;
    const Vector<Step>& steps = program_.roles[a].steps[at.section];
    for (int i = at.index + 1; i < steps.size(); ++i) {
      for (int k = 0; k < steps[i].access_count; ++k) {
        const StepAccess& access = program_.accesses[steps[i].first_access + k];
        const bool memory = !program_.buffers[access.buffer].per_wave();
        if (memory && access.mode == AccessMode::write) return &access;
      }
    }
    return nullptr;
  }
  /// The last read of a slot by a role before step `end`; -1: there is none.
  [[nodiscard]] constexpr int last_read(int role, const StepAccess& like, int slot, int end) const {
    const RoleTrace& trace = traces_[role];
    for (int i = end - 1; i >= 0; --i) {
      const Step& step = *trace[i].step;
      for (int k = 0; k < step.access_count; ++k) {
        const StepAccess& access = program_.accesses[step.first_access + k];
        if (access.buffer != like.buffer || access.mode != AccessMode::read) continue;
        if (access.slot_in_trip(trace[i].instance.moment(), program_.buffers[access.buffer].slots) == slot) return i;
      }
    }
    return -1;
  }

  const WaveProgram& program_;
  Vector<int> first_place_;
  Vector<PlaceState> places_;
  Vector<RoleTrace> traces_;
  Vector<RoleState> roles_;
  Vector<int> pools_;  // by workgroup
};

/// The steps at which all roles are blocked, in an execution that deadlocks at the given step; empty: none was found.
constexpr Vector<Standing> find_standstill(const WaveProgram& program, const Hazard& hazard) {
  const Vector<int> runs = runs_of(program, hazard);
  Vector<Standing> found;
  int best = -1;
  for (const bool ahead : {false, true}) {
    for (int a = 0; a < program.roles.size(); ++a) {
      Execution execution(program, runs);
      execution.run(a, ahead, hazard.second.run);
      if (!execution.stands_still() || execution.tells(hazard.second) <= best) continue;
      best = execution.tells(hazard.second);
      found = execution.standings();
    }
  }
  return found;
}

}  // namespace detail

}  // namespace stretto
