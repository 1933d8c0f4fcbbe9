// Small wave programs to run and to break.
#pragma once

#include <initializer_list>

#include "../program_parts.hpp"

namespace stretto::executor {

/// Builds roles step by step.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(WaveProgram& program) : program_(program) {}

  int buffer(const char* name, Space space, int slots) { return parts::add_buffer(program_, name, space, slots); }

  /// Steps go to this role from now on.
  ProgramBuilder& role(const char* name, int waves) {
    parts::add_role(program_, name, waves);
    return in(Section::prologue);
  }

  ProgramBuilder& in(Section section) {
    section_ = section;
    return *this;
  }

  ProgramBuilder& fetch(Counter counter, int weight, int tile, int tile_step, const StepAccess& target) {
    Step step = base(Action::fetch, counter, weight);
    step.tile = tile;
    step.tile_step = tile_step;
    return add(step, {target});
  }

  ProgramBuilder& move(Counter counter, int weight, const StepAccess& source, const StepAccess& target) {
    return add(base(Action::move, counter, weight), {source, target});
  }

  ProgramBuilder& consume(int accumulator, std::initializer_list<StepAccess> operands) {
    Step step = base(Action::consume, Counter::none, 1);
    step.accumulator = accumulator;
    return add(step, operands);
  }

  ProgramBuilder& wait(Counter counter, int count) {
    Step step = base(Action::wait, counter, 1);
    step.count = count;
    return add(step, {});
  }

  ProgramBuilder& barrier() { return add(base(Action::barrier, Counter::none, 1), {}); }

  ProgramBuilder& add(const Step& step, std::initializer_list<StepAccess> accesses) {
    parts::add_step(program_, program_.roles.size() - 1, section_, step, accesses);
    return *this;
  }

 private:
  static Step base(Action action, Counter counter, int weight) { return parts::plain(action).in(counter, weight).step; }

  WaveProgram& program_;
  Section section_ = Section::prologue;
};

inline StepAccess reads(int buffer, int slot = 0, int slot_step = 0, int subtile = 0) {
  return {buffer, slot, slot_step, subtile, AccessMode::read, 0};
}

inline StepAccess writes(int buffer, int slot = 0, int slot_step = 0, int subtile = 0) {
  return {buffer, slot, slot_step, subtile, AccessMode::write, 0};
}

/// A ring of two slots: all waves fetch tile i + 1 while tile i is read from shared memory and multiplied. Safe.
///
///   prologue:  fetch 0
///   kernel:    wait vm(0); barrier; fetch i + 1; read i; wait lgkm(0); multiply
///   epilogue:  wait vm(0); barrier; read n; wait lgkm(0); multiply
///
/// One barrier per trip is enough: a wave that passes the barrier of trip i has read tile i - 1, whose slot tile i + 1
/// overwrites.
struct Ring {
  static constexpr int waves = 3;
  static constexpr int load_weight = 2;
  static constexpr int read_weight = 3;
  enum Kernel : int { wait_vm, barrier, fetch, read, wait_lgkm, multiply };  // places in the kernel

  WaveProgram program;

  Ring() {
    program.accumulators = 1;
    program.tiles = 1;
    program.tiles_per_trip = 1;
    ProgramBuilder build(program);
    const int tile = build.buffer("tile", Space::shared, 2);
    const int fragment = build.buffer("fragment", Space::registers, 1);
    build.role("all", waves).fetch(Counter::vm, load_weight, 0, 0, writes(tile, 0));
    for (Section section : {Section::kernel, Section::epilogue}) {
      build.in(section).wait(Counter::vm, 0).barrier();
      if (section == Section::kernel) build.fetch(Counter::vm, load_weight, 1, 1, writes(tile, 1, 1));
      build.move(Counter::lgkm, read_weight, reads(tile, 0, 1), writes(fragment))
          .wait(Counter::lgkm, 0)
          .consume(0, {reads(fragment), reads(fragment)});
    }
  }

  Vector<Step>& kernel() { return program.roles[0].steps.kernel; }
  Vector<Step>& epilogue() { return program.roles[0].steps.epilogue; }
};

inline void drop(Vector<Step>& steps, int place) {
  for (int i = place; i + 1 < steps.size(); ++i) steps[i] = steps[i + 1];
  steps.pop_back();
}

inline void swap_steps(Vector<Step>& steps, int a, int b) {
  const Step kept = steps[a];
  steps[a] = steps[b];
  steps[b] = kept;
}

}  // namespace stretto::executor
