// Wave programs with phase barriers, written step by step: rings between a producer and consumers.
#pragma once

#include <initializer_list>

#include "../program_parts.hpp"

namespace stretto::phased {

class Writer {
 public:
  WaveProgram program;

  constexpr int buffer(const char* name, Space space, int slots, int subtiles = 1) {
    return parts::add_buffer(program, name, space, slots, subtiles);
  }
  constexpr int role(const char* name, int waves, int extra_trips = 0) {
    return parts::add_role(program, name, waves, extra_trips);
  }
  constexpr int barrier(const char* name, PhaseBarrierKind kind, int slots, int arrivals) {
    return parts::add_phase_barrier(program, {name, kind, slots, arrivals});
  }

  constexpr Step& put(int role, Section section, Action action, Counter counter = Counter::none,
                      std::initializer_list<StepAccess> accesses = {}) {
    Step step;
    step.action = action;
    step.counter = counter;
    return parts::add_step(program, role, section, step, accesses);
  }
};

constexpr StepAccess read(int buffer, int slot, int step, int version = 0) {
  return {buffer, slot, step, 0, AccessMode::read, 0, version};
}
constexpr StepAccess write(int buffer, int slot, int step, int version = 0) {
  return {buffer, slot, step, 0, AccessMode::write, 0, version};
}

/// A producer fills a ring of tiles by bulk loads; the consumer multiplies tile by tile, leaves one group in flight,
/// and releases the slot of the previous group. One tile is peeled: N = n + 1. Each test changes one thing.
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
    const int producer = writer.role("producer", 1, extra_trips);
    const int consumer = writer.role("consumer", consumer_waves);
    const int full = writer.barrier("full", PhaseBarrierKind::mbarrier, slots, 1);
    const int empty = writer.barrier("empty", PhaseBarrierKind::mbarrier, slots, empty_arrivals);
    if (wait_for_empty) {
      writer.put(producer, Section::kernel, Action::await).phase_barrier = {empty, 0, 1, empty_flip, 0};
    }
    writer.put(producer, Section::kernel, Action::arrive).phase_barrier = {full, 0, 1, 0, expected_bytes};
    Step& load = writer.put(producer, Section::kernel, Action::fetch, Counter::bytes, {write(tile, 0, 1)});
    load.tile_step = 1;
    load.phase_barrier = {full, 0, 1, 0, 512};
    const auto multiply = [&](Section section, int slot) {
      if (wait_for_full) writer.put(consumer, section, Action::await).phase_barrier = {full, slot, 1, full_flip, 0};
      Step& step = writer.put(consumer, section, Action::consume, Counter::mma,
                              {read(tile, slot % slots, 1), read(sum, 0, 0, -1), write(sum, 0, 0)});
      step.accumulator = 0;
    };
    multiply(Section::prologue, 0);
    multiply(Section::kernel, 1);
    writer.put(consumer, Section::kernel, Action::wait, Counter::mma).count = left_pending;
    if (release) {
      writer.put(consumer, Section::kernel, Action::arrive).phase_barrier = {empty, released_slot, 1, 0, 0};
    }
    writer.put(consumer, Section::epilogue, Action::wait, Counter::mma).count = 0;
    if (release) writer.put(consumer, Section::epilogue, Action::arrive).phase_barrier = {empty, 0, 1, 0, 0};
    Step& result = writer.put(consumer, Section::epilogue, Action::consume, Counter::none, {read(sum, 0, 0)});
    result.tile_step = 1;
    writer.program.accumulators = 1;
    writer.program.tiles = 1;
    writer.program.tiles_per_trip = 1;
    writer.program.persistent = persistent;
    return writer.program;
  }
};

/// Two workgroups of a cluster, each with a ring of its own: a producer loads A for its workgroup and half of B for
/// both, to the full barrier of each; a consumer gives a slot back to both producers. A group is left in flight, as in
/// HopperRing. The other workgroup's consumer learns that a producer has awaited its empty barrier only from the bytes
/// that it sends there. Each test changes one thing.
struct ClusterRings {
  int slots = 4;
  int consumer_waves = 2;
  bool persistent = false;
  bool release_to_peer = true;
  bool wait_for_empty = true;
  bool wait_for_full = true;
  int left_pending = 1;      // groups at the release; 1 is right
  int empty_flip = 1;        // of producer 1; 1 is right
  int full_flip = 0;         // of consumer 1; 0 is right
  int expected_bytes = 32;   // by producer 1; 32 is right
  int arrivals_divided = 1;  // of the empty barriers; 1 is right
  int sent_to = 1;           // the full barrier that the half of B for workgroup 1 is counted at; 1 is right

  [[nodiscard]] constexpr WaveProgram program() const {
    constexpr int groups = 2;
    Writer writer;
    int a[groups] = {};
    int b[groups] = {};
    int sum[groups] = {};
    int full[groups] = {};
    int empty[groups] = {};
    for (int g = 0; g < groups; ++g) {
      a[g] = writer.buffer(g == 0 ? "A0" : "A1", Space::shared, slots);
      b[g] = writer.buffer(g == 0 ? "B0" : "B1", Space::shared, slots, groups);
      sum[g] = writer.buffer(g == 0 ? "sum0" : "sum1", Space::registers, 1);
      full[g] = writer.barrier(g == 0 ? "full0" : "full1", PhaseBarrierKind::mbarrier, slots, 1);
      empty[g] = writer.barrier(g == 0 ? "empty0" : "empty1", PhaseBarrierKind::mbarrier, slots,
                                groups * consumer_waves / arrivals_divided);
    }
    const int producer = writer.role("producer0", 1, 1);
    writer.role("producer1", 1, 1);
    const int consumer = writer.role("consumer0", consumer_waves);
    writer.role("consumer1", consumer_waves);
    for (int g = 0; g < groups; ++g) {
      const int self = producer + g;
      if (wait_for_empty) {
        const int flip = g == 1 ? empty_flip : 1;
        writer.put(self, Section::kernel, Action::await).phase_barrier = {empty[g], 0, 1, flip, 0};
      }
      writer.put(self, Section::kernel, Action::arrive).phase_barrier = {full[g], 0, 1, 0,
                                                                         g == 1 ? expected_bytes : 32};
      put_load(writer, self, write(a[g], 0, 1), full[g], 16);
      for (int to = 0; to < groups; ++to) {
        StepAccess half = write(b[to], 0, 1);
        half.subtile = g;
        put_load(writer, self, half, full[to == 1 && g == 0 ? sent_to : to], 8);
      }
    }
    for (int g = 0; g < groups; ++g) {
      const int self = consumer + g;
      for (const int ahead : {0, 1}) {
        const Section section = ahead == 0 ? Section::prologue : Section::kernel;
        const int slot = ahead % slots;
        if (wait_for_full) {
          writer.put(self, section, Action::await).phase_barrier = {full[g], ahead, 1, g == 1 ? full_flip : 0, 0};
        }
        StepAccess second = read(b[g], slot, 1);
        second.subtile = 1;
        writer
            .put(self, section, Action::consume, Counter::mma,
                 {read(a[g], slot, 1), read(b[g], slot, 1), second, read(sum[g], 0, 0, -1), write(sum[g], 0, 0)})
            .accumulator = g;
      }
      for (const int pending : {left_pending, 0}) {
        const Section section = pending == 0 ? Section::epilogue : Section::kernel;
        writer.put(self, section, Action::wait, Counter::mma).count = pending;
        for (int to = 0; to < groups; ++to) {
          if (to != g && !release_to_peer) continue;
          writer.put(self, section, Action::arrive).phase_barrier = {empty[to], 0, 1, 0, 0};
        }
      }
    }
    writer.program.accumulators = groups;
    writer.program.tiles = 1;
    writer.program.tiles_per_trip = 1;
    writer.program.persistent = persistent;
    return writer.program;
  }

 private:
  static constexpr void put_load(Writer& writer, int role, const StepAccess& target, int full, int bytes) {
    Step& load = writer.put(role, Section::kernel, Action::fetch, Counter::bytes, {target});
    load.tile_step = 1;
    load.phase_barrier = {full, 0, 1, 0, bytes};
  }
};

/// One wave, no barriers: a ring in registers. One of the two subtiles of a slot need not rotate.
constexpr WaveProgram plain_ring(int slots, bool even) {
  Writer writer;
  const int tile = writer.buffer("tile", Space::registers, slots, 2);
  const int role = writer.role("all", 1);
  writer.put(role, Section::kernel, Action::fetch, Counter::none, {write(tile, 0, 1)}).tile_step = 1;
  StepAccess other = write(tile, 0, even ? 1 : 0);
  other.subtile = 1;
  writer.put(role, Section::kernel, Action::fetch, Counter::none, {other}).tile_step = 1;
  writer.put(role, Section::kernel, Action::consume, Counter::none, {read(tile, 0, 1)}).accumulator = 0;
  writer.program.accumulators = 1;
  writer.program.tiles_per_trip = 1;
  return writer.program;
}

}  // namespace stretto::phased
