// A hand-written double buffer, written down: what each wave of a block executes, step by step. 128 threads are four
// waves; each brings a quarter of a tile with cp.async, and reads of what all of them have brought.
#pragma once

#include <initializer_list>

#include <stretto/stretto.hpp>

namespace howto {

using namespace stretto;

class DoubleBuffer {
 public:
  constexpr DoubleBuffer() {
    program.buffers = {{.name = "tile", .slots = 2}, {.name = "fragments", .space = Space::registers}};
    Role block;
    block.name = "block";
    block.waves = 4;
    program.roles.push_back(block);
    program.accumulators = 1;
    program.tiles = 1;  // one is loaded before the first trip; a trip loads one and adds one
    program.tiles_per_trip = 1;
  }

  /// Of tile i + ahead in trip i, into slot (i + ahead) % 2.
  constexpr void load(Section section, int ahead) {
    Step step;
    step.action = Action::fetch;
    step.counter = Counter::copy;
    step.op = 0;
    step.tile = ahead;
    step.tile_step = section == Section::prologue ? 0 : 1;
    put(section, step, {{.buffer = tile, .slot = ahead, .slot_step = step.tile_step, .mode = AccessMode::write}});
  }
  /// Of tile i: shared memory to registers.
  constexpr void read(Section section) {
    Step step;
    step.action = Action::move;
    step.op = 1;
    put(section, step, {{.buffer = tile, .slot_step = 1}, {.buffer = fragments, .mode = AccessMode::write}});
  }
  constexpr void add(Section section) {
    Step step;
    step.action = Action::consume;
    step.accumulator = 0;
    step.op = 2;
    put(section, step, {{.buffer = fragments}});
  }
  constexpr void wait(Section section, int pending) {
    Step step;
    step.action = Action::wait;
    step.counter = Counter::copy;
    step.count = pending;
    put(section, step, {});
  }
  constexpr void barrier(Section section) {
    Step step;
    step.action = Action::barrier;
    put(section, step, {});
  }

  WaveProgram program;

 private:
  static constexpr int tile = 0, fragments = 1;

  constexpr void put(Section section, Step step, std::initializer_list<StepAccess> accesses) {
    Role& block = program.roles[0];
    Vector<Step>& steps = block.steps[section];
    step.section = section;
    step.entry = steps.size();
    step.first_access = program.accesses.size();
    step.access_count = static_cast<int>(accesses.size());
    for (const StepAccess& access : accesses) program.accesses.push_back(access);
    steps.push_back(step);
  }
};

/// What the hand-written loop waits for; a mistake is one change of it.
struct ByHand {
  int pending = 1;          // that the kernel's wait leaves
  int last_pending = 0;     // and the epilogue's
  bool before_read = true;  // a barrier behind that wait
  bool behind_read = true;  // a barrier at the end of the trip
};

/// The loop as it stands in column_sums.cu: n tiles are n - 1 trips, the last tile is the epilogue.
constexpr WaveProgram by_hand(const ByHand& has = {}) {
  DoubleBuffer loop;
  loop.load(Section::prologue, 0);
  loop.load(Section::kernel, 1);            // cp.async of tile i + 1; commit
  loop.wait(Section::kernel, has.pending);  // cp.async.wait_group 1: tile i is there, this thread's part of it
  if (has.before_read) loop.barrier(Section::kernel);  // __syncthreads(): everybody's part
  loop.read(Section::kernel);                          // of tile i
  loop.add(Section::kernel);
  if (has.behind_read) loop.barrier(Section::kernel);
  loop.wait(Section::epilogue, has.last_pending);
  loop.barrier(Section::epilogue);
  loop.read(Section::epilogue);
  loop.add(Section::epilogue);
  return loop.program;
}

/// The same ops in the same order, and nothing else.
constexpr WaveProgram data_alone() {
  DoubleBuffer loop;
  loop.load(Section::prologue, 0);
  loop.load(Section::kernel, 1);
  loop.read(Section::kernel);
  loop.add(Section::kernel);
  loop.read(Section::epilogue);
  loop.add(Section::epilogue);
  return loop.program;
}

}  // namespace howto
