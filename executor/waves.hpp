// The waves of a run: their positions, and their operations in flight.
#pragma once

#include <cstdint>

#include "machine.hpp"
#include "policy.hpp"

namespace stretto::executor {

/// The hardware operations of one instruction that are in flight.
struct Group {
  const Instruction* instruction = nullptr;
  int trip = 0;
  int issued = 0;  // hardware operations
  int landed = 0;
  bool sampled = false;  // it read shared memory at issue
  double value = 0;      // of a sampled consume
};

/// One counter of a wave: operations in flight, oldest first. They land in order.
struct Queue {
  Group* ring = nullptr;
  int ring_mask = 0;
  int head = 0;
  int groups = 0;
  int pending = 0;  // hardware operations
  int capacity = 0;
  std::uint32_t issued = 0;  // hardware operations since the start
  std::uint32_t landed = 0;
  Landing landing = Landing::late;

  [[nodiscard]] Group& oldest() const { return ring[head]; }
  Group& push() {
    Group& group = ring[(head + groups++) & ring_mask];
    group = Group{};
    return group;
  }
  void pop() {
    head = (head + 1) & ring_mask;
    --groups;
  }
  void reset() {
    head = 0;
    groups = 0;
    pending = 0;
    issued = 0;
    landed = 0;
  }
};

struct Wave {
  int number = 0;
  const WaveCode* code = nullptr;
  const Instruction* next = nullptr;
  const Instruction* end = nullptr;
  Section section = Section::prologue;
  int trip = 0;
  bool finished = false;
  Queue queues[2];  // vm, lgkm

  [[nodiscard]] Queue& queue(Counter counter) { return queues[static_cast<int>(counter) - 1]; }

  void start(int trips) {
    finished = false;
    for (Queue& queue : queues) queue.reset();
    enter(Section::prologue, 0);
    skip_ends(trips);
  }

  void advance(int trips) {
    ++next;
    skip_ends(trips);
  }

 private:
  void enter(Section into, int in_trip) {
    section = into;
    trip = in_trip;
    const Vector<Instruction>& instructions = (*code)[into];
    next = instructions.begin();
    end = instructions.end();
  }

  void skip_ends(int trips) {
    while (next == end) {
      if (section == Section::epilogue) {
        finished = true;
        return;
      }
      const int in_trip = section == Section::prologue ? 0 : trip + 1;
      enter(in_trip < trips && !code->kernel.empty() ? Section::kernel : Section::epilogue, in_trip);
      if (section == Section::epilogue) trip = trips;
    }
  }
};

}  // namespace stretto::executor
