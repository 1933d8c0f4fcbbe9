// Programs, outcomes and runs in words.
#include <array>
#include <string>

#include "explorer.hpp"

namespace stretto::explorer {
namespace {

std::string words(const WaveProgram& program, const Step& step) {
  std::string text = name(step.action);
  if (step.action == Action::barrier) return text;
  if (step.counter != Counter::none) text += std::string(" ") + name(step.counter);
  if (step.action == Action::wait) return text + "(" + std::to_string(step.count) + ")";
  if (step.weight != 1) text += " x" + std::to_string(step.weight);
  const auto turning = [](int start, int turn) {
    return std::to_string(start) + (turn == 0 ? std::string() : "+" + std::to_string(turn) + "i");
  };
  if (step.action == Action::fetch) text += " tile " + turning(step.tile, step.tile_step);
  if (step.action == Action::consume) text += " into " + std::to_string(step.accumulator);
  for (int i = step.first_access; i < step.first_access + step.access_count; ++i) {
    const StepAccess& access = program.accesses[i];
    text += access.mode == AccessMode::read ? " <- " : " -> ";
    text += program.buffers[access.buffer].name + std::to_string(access.buffer);
    text += "[" + turning(access.slot, access.slot_step) + "]." + std::to_string(access.subtile);
    if (access.waves != 0) text += " waves " + std::to_string(access.waves);
  }
  return text;
}

}  // namespace

const char* name(Outcome outcome) {
  switch (outcome) {
    case Outcome::safe: return "safe";
    case Outcome::wrong: return "wrong";
    case Outcome::deadlock: return "deadlock";
    case Outcome::too_many_states: break;
  }
  return "too many states";
}

std::string describe(const WaveProgram& program) {
  std::string text;
  for (int i = 0; i < program.buffers.size(); ++i) {
    const Buffer& buffer = program.buffers[i];
    text += buffer.name + std::to_string(i) + ": " + std::to_string(buffer.slots) + " slots, " +
            std::to_string(buffer.subtiles) + " subtiles\n";
  }
  text += "tiles " + std::to_string(program.tiles) + " + " + std::to_string(program.tiles_per_trip) + " n, capacity " +
          std::to_string(program.limits.vm_capacity) + " vm, " + std::to_string(program.limits.lgkm_capacity) + " lgkm";
  if (program.registers == RegisterReading::interlocked) text += ", interlocked";
  if (program.barriers == BarrierKind::draining) text += ", draining";
  text += "\n";
  for (const Role& role : program.roles) {
    text += std::string(role.name) + ": waves " + std::to_string(role.first_wave) + " to " +
            std::to_string(role.first_wave + role.waves - 1) + "\n";
    for (const Section section : all_sections) {
      for (int i = 0; i < role.steps[section].size(); ++i) {
        text += std::string("  ") + name(section) + " " + std::to_string(i) + ": " +
                words(program, role.steps[section][i]) + "\n";
      }
    }
  }
  return text;
}

std::string describe(const WaveProgram& program, const Exploration& exploration) {
  std::string text = std::string(name(exploration.outcome)) + " after " + std::to_string(exploration.steps) +
                     " steps, " + std::to_string(exploration.states) + " states\n";
  constexpr std::array kinds{"", "continues ", "lands vm of ", "lands lgkm of ", "and all others pass "};
  for (const Event& event : exploration.trace) {
    text += "  wave " + std::to_string(event.wave) + " " + kinds[static_cast<std::size_t>(event.kind)] +
            name(event.section) + "[" + std::to_string(event.trip) + "] " + std::to_string(event.index);
    for (const Role& role : program.roles) {
      if (event.wave < role.first_wave || event.wave >= role.first_wave + role.waves) continue;
      text += ": " + words(program, role.steps[event.section][event.index]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace stretto::explorer
