#include <stretto/mojo/names.hpp>

#include "role_mutations.hpp"

namespace stretto::study {

namespace {

std::string turning(int slot, int step) {
  std::string text = "[" + std::to_string(slot);
  if (step != 0) text += " + " + (step == 1 ? std::string() : std::to_string(step)) + "i";
  return text + "]";
}

std::string step_words(const WaveProgram& program, const Step& step) {
  std::string text = name(step.action);
  if (step.counter != Counter::none) text += std::string(" ") + stretto::name(step.counter);
  if (step.action == Action::wait) return text + "(" + std::to_string(step.count) + ")";
  if (step.counter != Counter::none && step.weight != 1) text += " weight " + std::to_string(step.weight);
  if (step.action == Action::fetch || (step.action == Action::consume && step.accumulator < 0)) {
    text += " tile " + turning(step.tile, step.tile_step);
  }
  if (step.accumulator >= 0) text += " accumulator " + std::to_string(step.accumulator);
  if (const PhaseUse& use = step.phase_barrier; use.present()) {
    text += std::string(" ") + program.phase_barriers[use.barrier].name + turning(use.slot, use.slot_step);
    if (use.flip != 0) text += " flip " + std::to_string(use.flip);
    if (use.bytes != 0) text += " bytes " + std::to_string(use.bytes);
  }
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    text += access.mode == AccessMode::read ? ", reads " : ", writes ";
    text += program.buffers[access.buffer].name + turning(access.slot, access.slot_step);
    if (step.action == Action::consume) text += " version " + std::to_string(access.version);
    if (access.skips_first) text += " but in the first trip";
  }
  return text;
}

}  // namespace

std::string role_words(const WaveProgram& program) {
  std::string text = "  tiles " + std::to_string(program.tiles) + " + " + std::to_string(program.tiles_per_trip) +
                     " n, from " + std::to_string(program.min_trips) + " trips on";
  if (program.persistent) text += ", persistent";
  text += "\n";
  for (const Buffer& buffer : program.buffers) {
    text += std::string("  ") + buffer.name + ": " + std::to_string(buffer.slots) + " slots\n";
  }
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    text += std::string("  ") + barrier.name + ": " + std::to_string(barrier.slots) + " slots, " +
            std::to_string(barrier.arrivals) + " arrivals\n";
  }
  for (const Role& role : program.roles) {
    text += std::string("  ") + role.name + ": waves " + std::to_string(role.waves) + ", trips n + " +
            std::to_string(role.extra_trips) + "\n";
    if (role.run_period > 1) {
      text +=
          "    in runs " + std::to_string(role.first_run) + " modulo " + std::to_string(role.run_period) + " only\n";
    }
    for (const Section section : all_sections) {
      for (int i = 0; i < role.steps[section].size(); ++i) {
        text += std::string("    ") + stretto::name(section) + " " + std::to_string(i) + ": " +
                step_words(program, role.steps[section][i]) + "\n";
      }
    }
  }
  return text;
}

}  // namespace stretto::study
