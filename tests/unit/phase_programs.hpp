// Wave programs with phase barriers, written step by step: rings between a producer and consumers.
#pragma once

#include <stretto/model/wave_program.hpp>

#include <initializer_list>

namespace stretto::phased {

class Writer {
 public:
  WaveProgram program;

  constexpr int buffer(const char* name, Space space, int slots) {
    Buffer out;
    out.name = name;
    out.space = space;
    out.slots = slots;
    program.buffers.push_back(out);
    return program.buffers.size() - 1;
  }
  constexpr int agent(const char* name, int waves, int extra_trips = 0) {
    Agent out;
    out.name = name;
    out.first_wave = program.waves();
    out.waves = waves;
    out.extra_trips = extra_trips;
    program.agents.push_back(out);
    return program.agents.size() - 1;
  }
  constexpr int barrier(const char* name, PhaseBarrierKind kind, int slots, int arrivals) {
    program.phase_barriers.push_back({name, kind, slots, arrivals});
    return program.phase_barriers.size() - 1;
  }

  constexpr Step& put(int agent, Phase phase, Action action, Counter counter = Counter::none,
                      std::initializer_list<StepAccess> accesses = {}) {
    Step step;
    step.action = action;
    step.counter = counter;
    step.phase = phase;
    step.first_access = program.accesses.size();
    for (const StepAccess& access : accesses) program.accesses.push_back(access);
    step.access_count = program.accesses.size() - step.first_access;
    Agent& of = program.agents[agent];
    Vector<Step>& steps = phase == Phase::prologue ? of.prologue : phase == Phase::kernel ? of.kernel : of.epilogue;
    step.entry = steps.size();
    steps.push_back(step);
    return steps.back();
  }
};

constexpr StepAccess read(int buffer, int slot, int step, int version = 0) {
  return {buffer, slot, step, 0, AccessMode::read, 0, version};
}
constexpr StepAccess write(int buffer, int slot, int step, int version = 0) {
  return {buffer, slot, step, 0, AccessMode::write, 0, version};
}

/// A producer fills a ring of tiles by bulk loads; the consumer multiplies tile by tile, leaves one group in flight,
/// and gives the slot of the group before back. One tile is peeled: N = n + 1. Each test changes one thing.
struct HopperRing {
  int slots = 3;
  int consumer_waves = 2;
  int left_pending = 1;    // groups at the release; 1 is right
  int empty_flip = 1;      // 1 is right
  int full_flip = 0;       // 0 is right
  int empty_arrivals = 2;  // the consumer's waves
  int expected_bytes = 512;
  bool wait_for_empty = true;
  bool wait_for_full = true;
  bool release = true;
  bool persistent = false;
  int extra_trips = 1;  // of the producer: it has no prologue
  int released_slot = 0;

  [[nodiscard]] WaveProgram program() const {
    Writer writer;
    const int tile = writer.buffer("tile", Space::shared, slots);
    const int sum = writer.buffer("sum", Space::registers, 1);
    const int producer = writer.agent("producer", 1, extra_trips);
    const int consumer = writer.agent("consumer", consumer_waves);
    const int full = writer.barrier("full", PhaseBarrierKind::mbarrier, slots, 1);
    const int empty = writer.barrier("empty", PhaseBarrierKind::mbarrier, slots, empty_arrivals);
    if (wait_for_empty) {
      writer.put(producer, Phase::kernel, Action::await).phase_barrier = {empty, 0, 1, empty_flip, 0};
    }
    writer.put(producer, Phase::kernel, Action::arrive).phase_barrier = {full, 0, 1, 0, expected_bytes};
    Step& load = writer.put(producer, Phase::kernel, Action::fetch, Counter::bytes, {write(tile, 0, 1)});
    load.tile_step = 1;
    load.phase_barrier = {full, 0, 1, 0, 512};
    const auto multiply = [&](Phase phase, int slot) {
      if (wait_for_full) writer.put(consumer, phase, Action::await).phase_barrier = {full, slot, 1, full_flip, 0};
      Step& step = writer.put(consumer, phase, Action::consume, Counter::mma,
                              {read(tile, slot % slots, 1), read(sum, 0, 0, -1), write(sum, 0, 0)});
      step.accumulator = 0;
    };
    multiply(Phase::prologue, 0);
    multiply(Phase::kernel, 1);
    writer.put(consumer, Phase::kernel, Action::wait, Counter::mma).count = left_pending;
    if (release) {
      writer.put(consumer, Phase::kernel, Action::arrive).phase_barrier = {empty, released_slot, 1, 0, 0};
    }
    writer.put(consumer, Phase::epilogue, Action::wait, Counter::mma).count = 0;
    if (release) writer.put(consumer, Phase::epilogue, Action::arrive).phase_barrier = {empty, 0, 1, 0, 0};
    Step& result = writer.put(consumer, Phase::epilogue, Action::consume, Counter::none, {read(sum, 0, 0)});
    result.tile_step = 1;
    writer.program.accumulators = 1;
    writer.program.tiles = 1;
    writer.program.tiles_per_trip = 1;
    writer.program.persistent = persistent;
    return writer.program;
  }
};

}  // namespace stretto::phased
