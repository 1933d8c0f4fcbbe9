#include "nearly_right_program.hpp"

#include <stretto/verify/check_program.hpp>

#include "../dice.hpp"
#include "arbitrary_program.hpp"
#include "damage.hpp"
#include "fences.hpp"
#include "fitted_versions.hpp"
#include "program_builder.hpp"
#include "ring_program.hpp"
#include "role_mutations.hpp"
#include "shared_loop.hpp"
#include "step_edits.hpp"
#include "synchronised_program.hpp"

namespace stretto::study {

namespace {

const std::vector<RoleBase>& bases() {
  static const std::vector<RoleBase> all = role_bases();
  return all;
}

WaveProgram right_program(Dice& dice) {
  const int kind = dice.below(100);
  if (kind < 40) return synchronised_program(dice);
  if (kind < 68) return ring_program(dice);
  if (kind < 92) return shared_loop(dice);
  return bases()[static_cast<std::size_t>(dice.below(static_cast<int>(bases().size())))].program;
}

/// An asynchronous arrival that nobody waits for, after a step that is in a counter.
void add_arrival(Dice& dice, WaveProgram& program) {
  const int chosen = dice.below(program.roles.size());
  const Role& role = program.roles[chosen];
  const Section section = run_sections[dice.below(3)];
  const Vector<Step>& steps = role.steps[section];
  if (steps.empty()) return;
  const int index = dice.below(steps.size());
  const Step step = steps[index];
  if (step.access_count == 0 || step.counter == Counter::none || step.counter == Counter::bytes) return;
  program.phase_barriers.push_back({"told", PhaseBarrierKind::mbarrier, 1, role.waves});
  const BuiltStep arrival = arrive().in(step.counter).at(program.phase_barriers.size() - 1);
  insert_step(program, chosen, section, dice.from(index + 1, steps.size()), arrival);
}

WaveProgram damaged_program(Dice& dice, Features features) {
  WaveProgram program = rebuilt(right_program(dice));
  if (dice.percent(20)) add_arrival(dice, program);
  if (features == Features::all) extend(dice, program);
  add_fences(dice, program, 100);
  program = rebuilt(program);
  fit_versions(program, Unfitting::dropped);
  const int chance = dice.below(100);
  const int changes = chance < 6 ? 0 : chance < 36 ? 1 : chance < 68 ? 2 : 3;
  for (int i = 0; i < changes; ++i) {
    const bool of_extension = features == Features::all && dice.percent(50);
    if (!of_extension || !damage_extension(dice, program)) damage(dice, program);
  }
  program = rebuilt(program);
  // Then the order of steps is wrong, not the expected versions. Versions can be fitted only to a program that runs to
  // its end.
  const bool fitted = changes > 0 && program.tiles_per_trip > 0 && dice.percent(40);
  if (fitted && !check_program(program)) fit_versions(program, Unfitting::kept);
  return rebuilt(program);
}

}  // namespace

WaveProgram nearly_right_program(std::uint64_t seed, Features features) {
  Dice dice(seed * 2 + 1);
  WaveProgram program;
  for (int attempt = 0; attempt < 8; ++attempt) {
    program = damaged_program(dice, features);
    if (!check_program(program) || dice.percent(2)) break;
  }
  return program;
}

WaveProgram changed_program(std::uint64_t seed, Features features) {
  Dice dice(seed * 2);
  WaveProgram program = dice.percent(40) ? arbitrary_program(seed, features) : nearly_right_program(seed, features);
  for (int count = dice.from(1, 2); count > 0; --count) apply(program, draw_mutation(dice, program));
  restore_cluster_barrier(program);
  return rebuilt(program);
}

}  // namespace stretto::study
