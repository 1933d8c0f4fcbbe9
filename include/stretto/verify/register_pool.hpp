// Registers that waves hand over to each other (setmaxnreg): does a wave that takes some ever get them?
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::detail {

/// Does a step join all waves of a workgroup? What any of them did before it, it has done when one is past it.
constexpr bool joins_workgroup(const WaveProgram& program, const Step& step, int workgroup) {
  if (step.action != Action::barrier) return false;
  if (!step.phase_barrier.present()) return true;
  const PhaseBarrier& barrier = program.phase_barriers[step.phase_barrier.barrier];
  if (barrier.kind == PhaseBarrierKind::cluster) return true;
  if (barrier.slots != 1) return false;
  // A named barrier joins them if they all arrive there and nobody else does, and each of them waits.
  int waves = 0;
  for (const Role& role : program.roles) {
    if (role.workgroup == workgroup) waves += role.waves;
    for (const Section section : all_sections) {
      for (const Step& other : role.steps[section]) {
        if (other.phase_barrier.barrier != step.phase_barrier.barrier) continue;
        if (role.workgroup != workgroup || other.action != Action::barrier) return false;
      }
    }
  }
  return barrier.arrivals == waves;
}

/// Registers that the pool of a workgroup certainly has left when all waves have taken what they take after `joins`
/// barriers of the whole workgroup, in whatever order they come. What came before those barriers has happened. Of what
/// follows, only that certainly comes to the pool which a wave gives up before it waits for others. If the number is
/// negative, a wave may wait forever.
constexpr int certain_registers(const WaveProgram& program, int workgroup, int joins) {
  int left = program.spare_registers;
  for (const Role& role : program.roles) {
    if (role.workgroup != workgroup) continue;
    int joined = 0;
    bool waits = false;
    for (const Step& step : role.steps.setup) {
      if (joins_workgroup(program, step, workgroup)) {
        if (++joined > joins) break;
        waits = false;
        continue;
      }
      waits = waits || step.action == Action::barrier || step.action == Action::await;
      if (step.action != Action::registers) continue;
      if (joined < joins || step.count > 0 || !waits) left -= step.count * role.waves;
      waits = waits || step.count > 0;
    }
  }
  return left;
}

/// The same for the registers that step `index` of the setup of a role takes.
constexpr int certain_registers_at(const WaveProgram& program, const Role& role, int index) {
  int joins = 0;
  for (int i = 0; i < index; ++i) joins += joins_workgroup(program, role.steps.setup[i], role.workgroup) ? 1 : 0;
  return certain_registers(program, role.workgroup, joins);
}

}  // namespace stretto::detail
