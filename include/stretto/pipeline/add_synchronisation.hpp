// Adds synchronisation to the programs of a pipeline.
//
// Roles that run the same program synchronise by barriers and counters (sync/synchronise.hpp). Roles that run different
// programs synchronise by mbarriers between them, which the rings have, and by counters within (sync/role_waits.hpp).
// Their waves exchange data at named barriers (sync/role_barriers.hpp).
#pragma once

#include <stretto/pipeline/options.hpp>
#include <stretto/pipeline/rings.hpp>
#include <stretto/sync/role_barriers.hpp>
#include <stretto/sync/role_fences.hpp>
#include <stretto/sync/role_waits.hpp>
#include <stretto/sync/synchronise.hpp>

namespace stretto::detail {

constexpr Vector<Vector<int>> guarded_buffers(const Vector<Ring>& rings) {
  Vector<Vector<int>> guarded;
  for (const Ring& ring : rings) {
    if (ring.full >= 0) guarded.push_back(ring.buffers);
    if (ring.empty >= 0) guarded.push_back(ring.buffers);
  }
  return guarded;
}

/// Leaves out the accesses to registers that waves compute one after another: they need no synchronisation. The
/// accesses of loads and fragments remain, and those of shared memory, through which waves exchange what they compute.
constexpr WaveProgram without_own_results(const WaveProgram& program) {
  WaveProgram out = program;
  out.accesses.clear();
  Vector<char> computed(program.buffers.size(), 0);
  for (const Role& role : program.roles) {
    for (const Section section : run_sections) {
      for (const Step& step : role.steps[section]) {
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = program.accesses[step.first_access + i];
          if (step.action != Action::consume || access.mode != AccessMode::write) continue;
          if (program.buffers[access.buffer].per_wave()) computed[access.buffer] = 1;
        }
      }
    }
  }
  for (Role& role : out.roles) {
    for (const Section section : run_sections) {
      for (Step& step : role.steps[section]) {
        const int first = out.accesses.size();
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = program.accesses[step.first_access + i];
          if (computed[access.buffer] == 0) out.accesses.push_back(access);
        }
        step.first_access = first;
        step.access_count = out.accesses.size() - first;
      }
    }
  }
  return out;
}

constexpr int entries_of(const Vector<Step>& steps) {
  int count = 0;
  for (const Step& step : steps) count += step.entry >= 0 ? 1 : 0;
  return count;
}

/// Adds a named barrier for each role whose waves exchange data, and its steps. Returns the barrier of each role of the
/// program; -1: none.
constexpr Vector<int> add_exchange_barriers(const TargetLoop& loop, const Vector<Ring>& rings, int trips,
                                            WaveProgram& program, Vector<Vector<int>>& guarded) {
  Vector<int> barriers;
  for (int t = 0; t < loop.roles.size(); ++t) {
    const TargetRole& role = loop.roles[t];
    const Vector<int> exchanged = exchanged_buffers(loop, rings, t);
    int barrier = -1;
    if (!exchanged.empty()) {
      barrier = program.phase_barriers.size();
      program.phase_barriers.push_back({"exchange", PhaseBarrierKind::named, 1, role.all_waves()});
      guarded.push_back(exchanged);
    }
    for (int g = 0; g < role.groups; ++g) {
      barriers.push_back(barrier);
      if (barrier < 0) continue;
      RoleBarriers(program, barriers.size() - 1, exchanged, barrier).derive(trips);
    }
  }
  return barriers;
}

/// Adds waits, barriers and fences to a program. `trips`: enough for every pair of steps that can conflict to do so in
/// the steady state. Fails if no synchronisation can make the program safe.
constexpr Diagnostic add_synchronisation(const TargetLoop& loop, const Vector<Ring>& rings, BarrierPlacement barriers,
                                         int trips, WaveProgram& program) {
  if (loop.specialised()) {
    Vector<Vector<int>> guarded = guarded_buffers(rings);
    while (guarded.size() < program.phase_barriers.size()) guarded.push_back({});
    Vector<int> registers;
    for (int b = 0; b < loop.buffers.size(); ++b) {
      const int replaced = loop.buffers[b].in_place_of;
      registers.push_back(replaced < 0 ? b : registers[replaced]);
    }
    const Vector<int> exchange = add_exchange_barriers(loop, rings, trips, program, guarded);
    for (int a = 0; a < program.roles.size(); ++a) {
      RoleWaits(program, a, guarded, exchange[a]).derive(trips);
      RoleFences(program, a, guarded, registers).derive(trips);
    }
    return {};
  }
  if (barriers == BarrierPlacement::fewest) {
    for (Role& role : program.roles) {
      for (Step& step : role.steps.kernel) step.hidden = 0;
    }
  }
  if (program.persistent) {
    // The next run's loads overwrite data that this run's tail still reads.
    for (Role& role : program.roles) {
      Step barrier;
      barrier.action = Action::barrier;
      barrier.section = Section::epilogue;
      barrier.entry = entries_of(role.steps.epilogue);
      role.steps.epilogue.push_back(barrier);
    }
  }
  const Result<SyncPlan> plan = synchronise(without_own_results(program));
  if (!plan.ok()) return plan.error;
  program = with_synchronisation(program, plan.value);
  return {};
}

}  // namespace stretto::detail
