// A block that records what a loop does as a wave program, the input of the verifier and the timed executor. So the
// code of the loop itself is verified.
//
// A loop is recorded in its first trip. Slots and tiles advance by one per trip; a check confirms that a later trip
// gives the same record.
#pragma once

#include <stretto/pipeline/target_loop.hpp>
#include <stretto/program/wave_program.hpp>

#include "plan.hpp"

namespace tutorial {

class RecordedBlock {
 public:
  RecordedBlock(const stretto::TargetLoop& loop, int slots_a, int slots_b, stretto::Section section, int trip,
                stretto::WaveProgram& program)
      : loop_(loop), slots_a_(slots_a), slots_b_(slots_b), section_(section), trip_(trip), program_(program) {}

  /// Synchronous copies: waited for immediately.
  void load(int tile) {
    copy_a(tile, 0);
    copy_b(tile, 0);
    commit();
    wait<0>();
  }
  void copy_a(int tile, int slot) { put(load_a_tag, stretto::Action::fetch, 0, tile, slot, 0); }
  void copy_b(int tile, int slot) { put(load_b_tag, stretto::Action::fetch, 0, tile, 0, slot); }
  /// Copies of weight 0 belong to the group of the next copy of weight 1.
  void commit() { steps().back().weight = 1; }
  template <int Pending>
  void wait() {
    stretto::Step& step = add(stretto::Action::wait);
    step.counter = stretto::Counter::copy;
    step.count = Pending;
  }
  void barrier() { add(stretto::Action::barrier); }
  template <int Part>
  void read(int slot_a, int slot_b) {
    put(multiply_tag, stretto::Action::move, Part, trip_, slot_a, slot_b);
  }
  template <int Part>
  void multiply() {
    put(multiply_tag, stretto::Action::consume, Part, trip_, 0, 0);
    steps().back().accumulator = Part;
  }

 private:
  stretto::Vector<stretto::Step>& steps() {
    stretto::Role& role = program_.roles[0];
    if (section_ == stretto::Section::prologue) return role.steps.prologue;
    return section_ == stretto::Section::kernel ? role.steps.kernel : role.steps.epilogue;
  }
  stretto::Step& add(stretto::Action action) {
    stretto::Step step;
    step.action = action;
    step.section = section_;
    step.entry = steps().size();
    steps().push_back(step);
    return steps().back();
  }
  /// The op of the loop on its target, with its accesses.
  void put(int tag, stretto::Action action, int part, int tile, int slot_a, int slot_b) {
    stretto::Step& step = add(action);
    for (int i = 0; i < loop_.ops.size(); ++i) {
      const stretto::TargetOp& op = loop_.ops[i];
      if (op.tag == tag && op.action == action && op.step == part) step.op = i;
    }
    step.counter = loop_.ops[step.op].counter;
    step.weight = action == stretto::Action::fetch ? 0 : loop_.ops[step.op].weight;
    step.tile = tile - trip_;
    step.tile_step = 1;
    step.first_access = program_.accesses.size();
    for (const stretto::TargetAccess& access : loop_.accesses) {
      if (access.op != step.op) continue;
      stretto::StepAccess touched;
      touched.buffer = access.buffer;
      touched.mode = access.mode;
      touched.version = -access.distance;
      if (access.buffer < 2) {  // A and B, the first declared buffers
        const int slots = access.buffer == 0 ? slots_a_ : slots_b_;
        const int slot = access.buffer == 0 ? slot_a : slot_b;
        touched.slot = (slot - trip_ % slots + slots) % slots;  // as in trip 0
        touched.slot_step = 1;
      }
      program_.accesses.push_back(touched);
    }
    step.access_count = program_.accesses.size() - step.first_access;
  }

  const stretto::TargetLoop& loop_;
  int slots_a_;
  int slots_b_;
  stretto::Section section_;
  int trip_;
  stretto::WaveProgram& program_;
};

/// The program of a loop that has prologue, trip and epilogue, with its trip recorded at this index.
template <class MainLoop>
stretto::WaveProgram recorded(const stretto::TargetLoop& loop, int trip) {
  stretto::WaveProgram program;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    stretto::Buffer buffer;
    buffer.name = loop.buffers[b].name;
    buffer.space = loop.buffers[b].space;
    buffer.bytes = loop.buffers[b].bytes;
    if (b < 2) buffer.slots = b == 0 ? MainLoop::slots_a : MainLoop::slots_b;
    program.buffers.push_back(buffer);
  }
  stretto::Role warps;
  warps.name = "warps";
  warps.waves = loop.roles[0].waves;
  program.roles.push_back(warps);
  program.accumulators = parts;
  program.tiles = MainLoop::peeled;
  program.min_trips = 1 - MainLoop::peeled;
  program.tiles_per_trip = 1;
  program.registers = stretto::RegisterReading::interlocked;
  program.barriers = stretto::BarrierKind::draining;  // bar.sync waits for its thread's own reads
  program.limits = loop.gpu.limits;
  program.limits.register_bytes = loop.register_bytes;
  const auto block = [&](stretto::Section section, int i) {
    return RecordedBlock(loop, MainLoop::slots_a, MainLoop::slots_b, section, i, program);
  };
  RecordedBlock prologue = block(stretto::Section::prologue, 0);
  MainLoop::prologue(prologue);
  RecordedBlock kernel = block(stretto::Section::kernel, trip);
  MainLoop::trip(kernel, trip);
  RecordedBlock epilogue = block(stretto::Section::epilogue, trip);
  MainLoop::epilogue(epilogue, trip);
  return program;
}

/// Does every trip of the loop do what its first does, one tile and one slot on?
template <class MainLoop>
bool trips_are_alike(const stretto::TargetLoop& loop) {
  const stretto::WaveProgram first = recorded<MainLoop>(loop, 0);
  for (int trip = 1; trip <= 4; ++trip) {
    const stretto::WaveProgram later = recorded<MainLoop>(loop, trip);
    const bool alike = later.roles[0].steps.kernel == first.roles[0].steps.kernel &&
                       later.roles[0].steps.epilogue == first.roles[0].steps.epilogue &&
                       later.accesses == first.accesses;
    if (!alike) return false;
  }
  return true;
}

}  // namespace tutorial
