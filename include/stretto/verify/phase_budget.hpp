// The budget of a phase barrier: do the arrivals and bytes that the steps give it fit what a phase counts?
//
// It explains a hazard that has been proven, and proves nothing itself: the figures are those of the steps as they are
// written down: in the loop if it uses the barrier, else in one tile.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto {

/// Arrivals and bytes of a phase barrier.
struct PhaseBudget {
  int barrier = -1;   ///< index in WaveProgram::phase_barriers; -1: none
  int arrivals = 0;   ///< arrivals of waves that come per phase that is awaited; 0: not known
  long expected = 0;  ///< bytes that arrivals expect, per phase
  long sent = 0;      ///< bytes that loads deliver, per phase

  /// Do loads deliver a different number of bytes than arrivals expect?
  [[nodiscard]] constexpr bool bytes_differ() const { return barrier >= 0 && expected != sent; }
  /// Do more or fewer waves arrive than a phase counts?
  [[nodiscard]] constexpr bool arrivals_differ(const WaveProgram& program) const {
    return barrier >= 0 && arrivals > 0 && arrivals != program.phase_barriers[barrier].arrivals;
  }
};

namespace detail {

/// How often the steps of a section use a barrier.
struct PhaseUses {
  int arrivals = 0;  // of all waves
  int awaits = 0;    // of the role that awaits most often
  long expected = 0;
  long sent = 0;
};

/// A place of an array of phase barriers.
struct BudgetPlace {
  int barrier = -1;  ///< -1: none
  int slot = 0;
  friend constexpr bool operator==(const BudgetPlace&, const BudgetPlace&) = default;
};

/// Does every use of a barrier rotate through its slots, or none? `rotate` is what they do.
constexpr bool all_alike(const WaveProgram& program, int barrier, bool& rotate) {
  const int slots = program.phase_barriers[barrier].slots;
  bool any = false;
  for (const Role& role : program.roles) {
    for (const Section section : run_sections) {
      for (const Step& step : role.steps[section]) {
        const PhaseUse& use = step.phase_barrier;
        if (use.barrier != barrier) continue;
        const bool rotates = use.slot_step % slots != 0 || use.local_step % slots != 0 || use.run_step % slots != 0;
        if (any && rotates != rotate) return false;
        rotate = rotates;
        any = true;
      }
    }
  }
  return true;
}

/// Of uses that do not rotate, only those of the place itself count. A named barrier counts the waves that wait there,
/// too, and each of them uses every phase.
constexpr PhaseUses phase_uses(const WaveProgram& program, const BudgetPlace& place, Section section, bool rotate) {
  PhaseUses out;
  const PhaseBarrier& barrier = program.phase_barriers[place.barrier];
  const bool mbarrier = barrier.kind == PhaseBarrierKind::mbarrier;
  for (const Role& role : program.roles) {
    int awaits = 0;
    for (const Step& step : role.steps[section]) {
      const PhaseUse& use = step.phase_barrier;
      if (use.barrier != place.barrier || (!rotate && use.slot % barrier.slots != place.slot)) continue;
      const long bytes = static_cast<long>(use.bytes) * role.waves;
      if (step.action == Action::arrive || step.action == Action::barrier) {
        out.arrivals += role.waves;
        out.expected += bytes;
      }
      if (step.action == Action::fetch) out.sent += bytes;
      awaits += !mbarrier || step.action == Action::await ? 1 : 0;
    }
    if (awaits > out.awaits) out.awaits = awaits;
  }
  return out;
}

/// The budget of a place.
constexpr PhaseBudget phase_budget(const WaveProgram& program, const BudgetPlace& place) {
  PhaseBudget out;
  bool rotate = false;
  if (place.barrier < 0 || program.phase_barriers[place.barrier].kind == PhaseBarrierKind::cluster) return out;
  if (!all_alike(program, place.barrier, rotate)) return out;
  out.barrier = place.barrier;
  const PhaseUses loop = phase_uses(program, place, Section::kernel, rotate);
  PhaseUses ends;  // outside the loop
  for (const Section section : {Section::prologue, Section::epilogue}) {
    const PhaseUses uses = phase_uses(program, place, section, rotate);
    ends.arrivals += uses.arrivals;
    ends.awaits += uses.awaits;
    ends.expected += uses.expected;
    ends.sent += uses.sent;
  }
  // What the loop does decides. A barrier that it does not use is used once per tile.
  const PhaseUses& steady = loop.awaits > 0 && loop.arrivals > 0 ? loop : ends;
  if (steady.awaits > 0 && steady.arrivals % steady.awaits == 0) out.arrivals = steady.arrivals / steady.awaits;
  const int phases = steady.awaits > 0 ? steady.awaits : 1;
  const bool whole = steady.expected % phases == 0 && steady.sent % phases == 0;
  if (!whole) return out;
  out.expected = steady.expected / phases;
  out.sent = steady.sent / phases;
  return out;
}

/// The place that a step uses.
constexpr BudgetPlace budget_place(const WaveProgram& program, const StepInstance& at) {
  if (!at.present()) return {};
  const PhaseUse& use = program.roles[at.role].steps[at.section][at.index].phase_barrier;
  if (!use.present()) return {};
  return {use.barrier, use.version(at.moment()) % program.phase_barriers[use.barrier].slots};
}

/// The barrier that bulk loads into a buffer signal, if its bytes differ.
constexpr PhaseBudget wrong_bytes_into(const WaveProgram& program, int buffer) {
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::fetch || step.counter != Counter::bytes) continue;
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = program.accesses[step.first_access + i];
          if (access.buffer != buffer || access.mode != AccessMode::write) continue;
          const PhaseUse& use = step.phase_barrier;
          const PhaseBudget budget =
              phase_budget(program, {use.barrier, use.slot % program.phase_barriers[use.barrier].slots});
          if (budget.bytes_differ()) return budget;
        }
      }
    }
  }
  return {};
}

}  // namespace detail

}  // namespace stretto
