// What the waves of a workgroup execute: the form in which a schedule is verified, synchronised and run.
//
// A run of trip count n is, for each agent, its prologue once, its kernel n times and its epilogue once; the trip index
// i is 0 in the prologue, 0 .. n-1 in the kernel and n in the epilogue. Every step of an agent is executed by each of
// its waves, in order.
//
// - Shared memory is one for all waves. A subtile that a step writes consists of as many parts as waves execute writes
//   of that subtile: each wave brings its own part, and a read of the subtile reads all parts.
// - Registers are each wave's own.
// - A step with a counter is asynchronous: its `weight` hardware operations are issued one after another and complete
//   at any later time, in order within the counter of the wave. The shared memory that it reads is read, and what it
//   writes is written, at any time from its issue to its completion; registers are read at its issue. A step without a
//   counter is done before the next one begins.
// - A wait lasts until at most `count` hardware operations of its counter are pending in its wave.
// - An issue into a full counter lasts until the oldest operation has completed.
// - A barrier lasts until every wave of the workgroup has arrived at it (each wave's k-th barrier is one barrier). It
//   waits for no memory operation, unless the program's barriers drain: then it waits for the wave's own lgkm first.
// - Where registers are interlocked, a step that reads or writes registers first waits for the writes of them that are
//   pending (and so for everything older in their counter).
#pragma once

#include <stretto/core/op.hpp>
#include <stretto/core/per_phase.hpp>
#include <stretto/model/access.hpp>

namespace stretto {

/// Counts the operations in flight of one wave. They retire in order.
enum class Counter : unsigned char { none, vm, lgkm };

enum class Action : unsigned char {
  nothing,  // a priority, a compiler fence, a hint
  fetch,    // brings a K tile from global memory to what it writes
  move,     // copies what it reads to what it writes: a store to shared memory, a fragment read
  consume,  // multiplies what it reads and adds it to an accumulator
  wait,
  barrier,
};

/// One subtile of one slot of a buffer; a slot may turn with the trips.
struct StepAccess {
  int buffer = 0;
  int slot = 0;  // in trip i: (slot + i * slot_step) modulo the buffer's slots
  int slot_step = 0;
  int subtile = 0;
  AccessMode mode = AccessMode::read;
  unsigned waves = 0;  // reads: bit w is set when wave w of the workgroup makes it; 0 = every wave of the agent

  [[nodiscard]] constexpr int slot_in_trip(int trip, int slots) const { return (slot + trip * slot_step) % slots; }
  friend constexpr bool operator==(const StepAccess&, const StepAccess&) = default;
};

struct Step {
  Action action = Action::nothing;
  Counter counter = Counter::none;  // asynchronous steps and waits
  int weight = 1;                   // hardware operations of an asynchronous step
  int count = 0;                    // wait
  int tile = 0;                     // fetch: in trip i it brings K tile (tile + i * tile_step)
  int tile_step = 0;
  int accumulator = -1;  // consume: which sum; the n-th consume of an accumulator is to take K tile n
  int first_access = 0;  // a range of WaveProgram::accesses
  int access_count = 0;
  Phase phase = Phase::prologue;
  int entry = -1;       // place in the emitted phase; -1: not of it, but of how the kernel runs it
  bool pacing = false;  // a barrier that is there for the pace, whether it protects anything or not

  friend constexpr bool operator==(const Step&, const Step&) = default;
};

/// Waves that run one program.
struct Agent {
  const char* name = "";
  int first_wave = 0;
  int waves = 1;
  Vector<Step> prologue;
  Vector<Step> kernel;
  Vector<Step> epilogue;

  [[nodiscard]] constexpr const Vector<Step>& steps(Phase phase) const {
    if (phase == Phase::prologue) return prologue;
    if (phase == Phase::kernel) return kernel;
    return epilogue;
  }
};

/// Who makes a reader of registers wait for what was loaded into them.
enum class RegisterReading : unsigned char {
  explicit_waits,  // the program's waits alone
  interlocked,     // the compiler or the hardware, at the reader
};

enum class BarrierKind : unsigned char {
  raw,       // s_barrier: waits for waves, not for memory
  draining,  // the language's workgroup barrier: each wave's own lgkm operations complete first
};

/// What the hardware can hold and encode. Defaults: CDNA3 and CDNA4 (vmcnt 6 bits, lgkmcnt 4; all ones = no wait).
struct CounterLimits {
  int vm_capacity = 63;
  int lgkm_capacity = 15;
  int max_wait_vm = 62;
  int max_wait_lgkm = 14;
  long shared_bytes = 160 * 1024;       // of a workgroup, gfx950
  long register_bytes = 512L * 64 * 4;  // of a wave: 512 VGPRs of 64 lanes

  [[nodiscard]] constexpr int capacity(Counter counter) const {
    return counter == Counter::vm ? vm_capacity : lgkm_capacity;
  }
  friend constexpr bool operator==(const CounterLimits&, const CounterLimits&) = default;
};

struct WaveProgram {
  Vector<Buffer> buffers;
  Vector<StepAccess> accesses;
  Vector<Agent> agents;
  int accumulators = 0;
  int min_trips = 0;  // the smallest trip count that the schedule admits; all greater ones are admitted too
  int tiles = 0;      // K tiles of a run: tiles + trips * tiles_per_trip
  int tiles_per_trip = 0;
  RegisterReading registers = RegisterReading::explicit_waits;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits;

  [[nodiscard]] constexpr int waves() const {
    int total = 0;
    for (const Agent& agent : agents) total += agent.waves;
    return total;
  }
};

}  // namespace stretto
