// The causal past of a step: everything that must have happened before it, in every role. It contains the earlier steps
// of its own wave. For each phase that these have waited for, it contains everything that completed the phase, with the
// past of that in turn. No other step need have begun.
#pragma once

#include <stretto/program/phase_parity.hpp>
#include <stretto/verify/role_trace.hpp>

namespace stretto::detail {

/// The phases that an await has seen complete: before it began, and when it passes at the earliest.
struct SeenPhases {
  int before = 0;    ///< seen by its wave before
  int after = 0;     ///< the fewest with which it passes
  int seen_by = -1;  ///< index of the step that saw them before; -1: none
  /// It passes without a new phase, though its wave has waited at this place before.
  [[nodiscard]] constexpr bool stale() const { return seen_by >= 0 && after == before; }
};

class CausalPast {
 public:
  constexpr CausalPast(const WaveProgram& program, const Vector<int>& runs) : program_(program) {
    for (int a = 0; a < program.roles.size(); ++a) {
      traces_.push_back(RoleTrace(program, a, runs));
      steps_.push_back(0);
    }
  }

  [[nodiscard]] constexpr const RoleTrace& trace(int role) const { return traces_[role]; }
  /// The number of steps of a role that are in the past.
  [[nodiscard]] constexpr int steps(int role) const { return steps_[role]; }

  /// Computes the past of a step, given by its index in the trace of its role.
  constexpr void before(int role, int step) {
    for (int& count : steps_) count = 0;
    steps_[role] = step;
    bool grown = true;
    while (grown) {
      grown = false;
      for (int a = 0; a < traces_.size(); ++a) {
        for (int i = 0; i < steps_[a]; ++i) grown = include_causes(a, i) || grown;
      }
    }
  }

  /// The phases that an await sees, by parity alone: what the hardware checks.
  [[nodiscard]] constexpr SeenPhases seen(int a, int i) const {
    const RoleTrace::Item& item = traces_[a][i];
    const PhaseUse& use = item.step->phase_barrier;
    const int at = place(use, item.instance.moment());
    SeenPhases out;
    for (int j = 0; j <= i; ++j) {
      const RoleTrace::Item& other = traces_[a][j];
      if (!same_place(other, use, at)) continue;
      const bool cluster = program_.phase_barriers[use.barrier].kind == PhaseBarrierKind::cluster;
      if (other.step->action != Action::await && other.step->action != Action::barrier) continue;
      const bool awaits = other.step->action == Action::await && !cluster;
      if (j == i || awaits) {
        const int slots = program_.phase_barriers[use.barrier].slots;
        const int parity = other.step->phase_barrier.awaited_parity(other.instance.moment(), slots);
        out.after = out.before + (awaits && !parity_passes(out.before, parity) ? 1 : 0);
      }
      if (!awaits) out.after = out.before + 1;
      if (j == i) break;
      out.before = out.after;
      out.seen_by = j;
    }
    return out;
  }

 private:
  [[nodiscard]] constexpr int place(const PhaseUse& use, const Moment& when) const {
    return use.version(when) % program_.phase_barriers[use.barrier].slots;
  }
  [[nodiscard]] constexpr bool same_place(const RoleTrace::Item& x, const PhaseUse& use, int at) const {
    const PhaseUse& other = x.step->phase_barrier;
    return other.present() && other.barrier == use.barrier && place(other, x.instance.moment()) == at;
  }

  /// Adds what a waiting step has waited for: in each role, as many arrivals and loads as there are phases so far.
  constexpr bool include_causes(int a, int i) {
    const RoleTrace::Item& item = traces_[a][i];
    const Step& step = *item.step;
    const PhaseUse& use = step.phase_barrier;
    const bool workgroup = step.action == Action::barrier && !use.present();
    if (!use.present() && !workgroup) return false;
    if (!workgroup && step.action != Action::await && step.action != Action::barrier) return false;
    int phases = 0;
    const int at = workgroup ? 0 : place(use, item.instance.moment());
    if (workgroup) {
      for (int j = 0; j <= i; ++j) {
        const Step& earlier = *traces_[a][j].step;
        phases += earlier.action == Action::barrier && !earlier.phase_barrier.present() ? 1 : 0;
      }
    } else {
      phases = seen(a, i).after;
    }
    bool grown = false;
    for (int b = 0; b < traces_.size(); ++b) grown = include(b, use, workgroup, at, phases) || grown;
    return grown;
  }

  constexpr bool include(int b, const PhaseUse& use, bool workgroup, int at, int phases) {
    int arrivals = 0;
    int loads = 0;
    int needed = steps_[b];
    for (int j = 0; j < traces_[b].size(); ++j) {
      const RoleTrace::Item& item = traces_[b][j];
      const Action action = item.step->action;
      bool counts = false;
      if (workgroup) {
        counts = action == Action::barrier && !item.step->phase_barrier.present() && arrivals++ < phases;
      } else if (same_place(item, use, at)) {
        if (action == Action::arrive || action == Action::barrier) counts = arrivals++ < phases;
        if (action == Action::fetch) counts = loads++ < phases;
      }
      if (counts && j + 1 > needed) needed = j + 1;
    }
    if (needed == steps_[b]) return false;
    steps_[b] = needed;
    return true;
  }

  const WaveProgram& program_;
  Vector<RoleTrace> traces_;
  Vector<int> steps_;
};

}  // namespace stretto::detail
