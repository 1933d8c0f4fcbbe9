// Writing wave programs by hand, a step at a time.
#pragma once

#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::explorer {

/// A step with its accesses, before it has a place in a program.
struct StepText {
  Step step;
  std::vector<StepAccess> accesses;
};

/// Where an access goes: the slot in trip 0, how it turns, and the subtile.
struct Place {
  int buffer = 0;
  int slot = 0;
  int slot_step = 0;
  int subtile = 0;
};

inline StepAccess reads(const Place& place, unsigned waves = 0) {
  return {place.buffer, place.slot, place.slot_step, place.subtile, AccessMode::read, waves};
}

inline StepAccess writes(const Place& place) {
  return {place.buffer, place.slot, place.slot_step, place.subtile, AccessMode::write, 0};
}

inline StepText wait(Counter counter, int count) {
  StepText text;
  text.step.action = Action::wait;
  text.step.counter = counter;
  text.step.count = count;
  return text;
}

inline StepText barrier() {
  StepText text;
  text.step.action = Action::barrier;
  return text;
}

inline StepText fetch(int tile, int tile_step, const Place& to, int weight = 1, Counter counter = Counter::vm) {
  StepText text;
  text.step.action = Action::fetch;
  text.step.counter = counter;
  text.step.weight = weight;
  text.step.tile = tile;
  text.step.tile_step = tile_step;
  text.accesses = {writes(to)};
  return text;
}

inline StepText move(const Place& from, const Place& to, int weight = 1, Counter counter = Counter::lgkm) {
  StepText text;
  text.step.action = Action::move;
  text.step.counter = counter;
  text.step.weight = weight;
  text.accesses = {reads(from), writes(to)};
  return text;
}

inline StepText consume(int accumulator, const std::vector<Place>& operands, Counter counter = Counter::none) {
  StepText text;
  text.step.action = Action::consume;
  text.step.counter = counter;
  text.step.accumulator = accumulator;
  for (const Place& operand : operands) text.accesses.push_back(reads(operand));
  return text;
}

class ProgramWriter {
 public:
  WaveProgram program;

  int shared(int slots, int subtiles = 1) { return add_buffer("shared", Space::shared, slots, subtiles); }
  int registers(int slots, int subtiles = 1) { return add_buffer("registers", Space::registers, slots, subtiles); }

  int role(int waves, const char* name = "waves") {
    Role role;
    role.name = name;
    role.first_wave = program.waves();
    role.waves = waves;
    program.roles.push_back(role);
    return program.roles.size() - 1;
  }

  void put(int role, Section section, const StepText& text) {
    Role& owner = program.roles[role];
    Vector<Step>& steps = owner.steps[section];
    Step step = text.step;
    step.first_access = program.accesses.size();
    step.access_count = static_cast<int>(text.accesses.size());
    step.section = section;
    step.entry = steps.size();
    for (const StepAccess& access : text.accesses) program.accesses.push_back(access);
    if (step.action == Action::consume && step.accumulator >= program.accumulators)
      program.accumulators = step.accumulator + 1;
    steps.push_back(step);
  }

  void put(int role, Section section, const std::vector<StepText>& texts) {
    for (const StepText& text : texts) put(role, section, text);
  }

 private:
  int add_buffer(const char* name, Space space, int slots, int subtiles) {
    Buffer buffer;
    buffer.name = name;
    buffer.space = space;
    buffer.slots = slots;
    buffer.subtiles = subtiles;
    program.buffers.push_back(buffer);
    return program.buffers.size() - 1;
  }
};

}  // namespace stretto::explorer
