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
    Agent block;
    block.name = "block";
    block.waves = 4;
    program.agents.push_back(block);
    program.accumulators = 1;
    program.tiles = 1;  // one is loaded before the first trip; a trip loads one and adds one
    program.tiles_per_trip = 1;
  }

  /// Of tile i + ahead in trip i, into slot (i + ahead) % 2.
  constexpr void load(Phase phase, int ahead) {
    Step step;
    step.action = Action::fetch;
    step.counter = Counter::copy;
    step.op = 0;
    step.tile = ahead;
    step.tile_step = phase == Phase::prologue ? 0 : 1;
    put(phase, step, {{.buffer = tile, .slot = ahead, .slot_step = step.tile_step, .mode = AccessMode::write}});
  }
  /// Of tile i: shared memory to registers.
  constexpr void read(Phase phase) {
    Step step;
    step.action = Action::move;
    step.op = 1;
    put(phase, step, {{.buffer = tile, .slot_step = 1}, {.buffer = fragments, .mode = AccessMode::write}});
  }
  constexpr void add(Phase phase) {
    Step step;
    step.action = Action::consume;
    step.accumulator = 0;
    step.op = 2;
    put(phase, step, {{.buffer = fragments}});
  }
  constexpr void wait(Phase phase, int pending) {
    Step step;
    step.action = Action::wait;
    step.counter = Counter::copy;
    step.count = pending;
    put(phase, step, {});
  }
  constexpr void barrier(Phase phase) {
    Step step;
    step.action = Action::barrier;
    put(phase, step, {});
  }

  WaveProgram program;

 private:
  static constexpr int tile = 0, fragments = 1;

  constexpr void put(Phase phase, Step step, std::initializer_list<StepAccess> accesses) {
    Agent& block = program.agents[0];
    Vector<Step>& steps = phase == Phase::prologue ? block.prologue
                          : phase == Phase::kernel ? block.kernel
                                                   : block.epilogue;
    step.phase = phase;
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
  loop.load(Phase::prologue, 0);
  loop.load(Phase::kernel, 1);                       // cp.async of tile i + 1; commit
  loop.wait(Phase::kernel, has.pending);             // cp.async.wait_group 1: tile i is there, this thread's part of it
  if (has.before_read) loop.barrier(Phase::kernel);  // __syncthreads(): everybody's part
  loop.read(Phase::kernel);                          // of tile i
  loop.add(Phase::kernel);
  if (has.behind_read) loop.barrier(Phase::kernel);
  loop.wait(Phase::epilogue, has.last_pending);
  loop.barrier(Phase::epilogue);
  loop.read(Phase::epilogue);
  loop.add(Phase::epilogue);
  return loop.program;
}

/// The same ops in the same order, and nothing else.
constexpr WaveProgram data_alone() {
  DoubleBuffer loop;
  loop.load(Phase::prologue, 0);
  loop.load(Phase::kernel, 1);
  loop.read(Phase::kernel);
  loop.add(Phase::kernel);
  loop.read(Phase::epilogue);
  loop.add(Phase::epilogue);
  return loop.program;
}

}  // namespace howto
