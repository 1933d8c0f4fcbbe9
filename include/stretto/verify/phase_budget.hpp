// The budget of a phase barrier: do the arrivals and bytes that the steps give it fit what a phase counts?
//
// It explains a hazard that has been proven, and proves nothing itself: the figures are those of the steps as they are
// written down: in the loop if it uses the barrier, else in one tile.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto {

/// Arrivals and bytes of a phase barrier.
struct PhaseBudget {
  int barrier = -1;   ///< index in WaveProgram::phase_barriers; -1: none
  int arrivals = 0;   ///< arrivals of waves that come per phase that is awaited; 0: not known
  long expected = 0;  ///< bytes that arrivals expect, per phase
  long sent = 0;      ///< bytes that loads bring, per phase

  /// Do loads bring other bytes than arrivals expect?
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

constexpr PhaseUses phase_uses(const WaveProgram& program, int barrier, Section section) {
  PhaseUses out;
  for (const Role& role : program.roles) {
    int awaits = 0;
    for (const Step& step : role.steps[section]) {
      if (step.phase_barrier.barrier != barrier) continue;
      const long bytes = static_cast<long>(step.phase_barrier.bytes) * role.waves;
      if (step.action == Action::arrive) {
        out.arrivals += role.waves;
        out.expected += bytes;
      }
      if (step.action == Action::fetch) out.sent += bytes;
      awaits += step.action == Action::await ? 1 : 0;
    }
    if (awaits > out.awaits) out.awaits = awaits;
  }
  return out;
}

/// The budget of one barrier.
constexpr PhaseBudget phase_budget(const WaveProgram& program, int barrier) {
  PhaseBudget out;
  if (barrier < 0 || program.phase_barriers[barrier].kind != PhaseBarrierKind::mbarrier) return out;
  out.barrier = barrier;
  const PhaseUses loop = phase_uses(program, barrier, Section::kernel);
  PhaseUses ends;  // outside the loop
  for (const Section section : {Section::prologue, Section::epilogue}) {
    const PhaseUses uses = phase_uses(program, barrier, section);
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

/// The barrier that a step uses; -1: none.
constexpr int barrier_of(const WaveProgram& program, int role, Section section, int index) {
  return index < 0 ? -1 : program.roles[role].steps[section][index].phase_barrier.barrier;
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
          const PhaseBudget budget = phase_budget(program, step.phase_barrier.barrier);
          if (budget.bytes_differ()) return budget;
        }
      }
    }
  }
  return {};
}

}  // namespace detail

}  // namespace stretto
