// What the waves of a workgroup execute: the form in which a schedule is verified, synchronised and run.
//
// This comment is the contract. The verifier, the interpreter, the explorers and both executors implement it, each on
// its own.
//
// A wave is what runs one instruction stream in step: a wavefront, a warp, or the warpgroup that issues wgmma.
//
// A run of trip count n is, for each role, its prologue once, its kernel m = n + extra_trips times and its epilogue
// once; the trip index i is 0 in the prologue, 0 .. m-1 in the kernel and m in the epilogue. Every step of a role is
// executed by each of its waves, in order. A persistent program runs again and again, each time with a trip count of
// its own: every role's prologue follows its epilogue, and the index goes on from where the K tiles do (`tiles` must
// be a multiple of `tiles_per_trip`): by n + tiles / tiles_per_trip from one run's start to the next. Any run may be
// the last.
//
// Places and their content
// - Shared memory and tensor memory are one for all waves. A subtile has one part for each wave that executes a write
//   of that subtile (in any slot): a write by a wave writes that wave's part, a read reads all parts. A subtile that is
//   read must be written by some step. Registers are each wave's own: a subtile of them is one part.
// - A part holds one of three things: a version, which is a number; its initial content, until it is first written; or
//   garbage.
// - A fetch leaves version tile + i * tile_step, its K tile. The n-th consume of an accumulator in a wave (n counts
//   from 0 and through all runs) leaves version n + access.version in every part that it writes; for a consume without
//   an accumulator n is tile + i * tile_step. A move leaves the one version that everything it read held. If it read
//   nothing, two versions, garbage or initial content, it leaves garbage: initial content belongs to its place.
// - A consume is right when every part that it reads holds version n + access.version, or, when that number is below 0,
//   the part's initial content. Nothing else makes a read wrong: a move may carry garbage if nobody consumes it.
// - A wave makes a read whose `waves` is not 0 only if its bit is set there. Writes are made by every wave.
//
// When things are read and written
// - A step without a counter is done before its wave's next step begins. It reads at its beginning. A part of shared or
//   tensor memory that it writes is garbage to other waves from its beginning to its end.
// - A step with a counter is asynchronous: its `weight` hardware operations are issued one after another, and complete
//   at any later time, in order within the counter of the wave. The step is complete with its last operation. What it
//   writes is garbage from the issue of its first operation to its completion. Memory is read at any time between the
//   two: the step finds garbage if a write of the part is in flight or begins in that time, whatever it leaves.
//   Registers are read at the first issue, but by a step of the mma counter at any time until its completion. A part
//   that the step itself writes, it reads before it writes it.
// - Writes overlap when one begins before another of the same part is complete; two writes of one step to one part
//   overlap too. Then the part is garbage until a write is complete that overlaps with none.
// - A consume of the mma or tensor counter accumulates in a part that it both reads and writes. An accumulation finds
//   what the older accumulations of its wave and counter leave there, complete or not, and neither overlaps with them
//   nor spoils their reads.
// - In the counters of groups (copy, mma, store, tensor) a step of weight 0 belongs to the group of the next step of
//   weight 1 in its counter (there are no other weights) and completes with it. Until that step the group is open: no
//   wait waits for it, and if no step follows it never completes.
// - A step of the store counter is complete when it has read its source. What it writes is global memory, which is not
//   part of the model: it writes no place.
//
// Waiting
// - A wait lasts until at most `count` hardware operations (groups) of its counter are pending in its wave.
// - An issue into a full counter lasts until the oldest operation has completed.
// - A barrier step without a phase barrier lasts until every wave of the workgroup has arrived at it (each wave's k-th
//   one is one barrier). It waits for no memory operation, unless the program's barriers drain: then each wave arrives
//   when its own lgkm operations are complete. Named barriers never drain.
// - Where registers are interlocked, a step that reads or writes registers first waits for the writes of them that are
//   pending in vm or lgkm (and so for everything older in their counter).
//
// Phase barriers (mbarriers and named barriers) come in arrays. A step with version v = slot + i * slot_step uses place
// v modulo slots. A place goes through phases 0, 1, 2, ...: phase k is complete when `arrivals` waves have arrived in
// it and the bytes expected in it have all come; then phase k + 1 begins.
// - arrive: each wave arrives once in the phase that the place is in, after it has added `bytes` to those expected
//   there. It does not wait. With a counter, the arrival happens at any time after everything that was issued before in
//   that counter of the wave is complete (an asynchronous arrival: tcgen05.commit, cp.async.mbarrier.arrive). No group
//   of the counter may be open when the step is executed.
// - A fetch in the counter `bytes` completes at any later time, in no order; its `bytes` then come to the place, in the
//   phase that the place is in. In memory they tell of that load alone, not of what its wave did before; but they come
//   after its issue, so a phase that was complete then is complete when they are there. A load of 0 bytes completes
//   without a sign.
// - await: an mbarrier is waited for by parity. With parity p = (v / slots + flip) modulo 2, it lasts while the number
//   of complete phases of the place is p modulo 2.
// - barrier with a phase barrier (a named one): arrives, and lasts until the phase that it arrived in is complete.
//
// A program is wrong when some execution of some runs is wrong. An execution is wrong when
// - a consume is not right, or a wave has not consumed `tiles` + n * `tiles_per_trip` times over its runs in each
//   accumulator that its role's steps name;
// - nothing can happen any more before all waves are at their end;
// - a wave arrives in a phase that has all its arrivals (it waits for bytes), arrives asynchronously while a group of
//   the counter is open, or all have arrived in a phase and more bytes than expected have come;
// - a wait's count, or the sum of bytes expected in a phase, is more than the hardware can encode;
// - all waves are at the end of the last run, and a step of the copy, mma, store, tensor or bytes counter is not
//   complete. (vm and lgkm are exempt: a wave waits for them when it ends; CDNA3 ISA, S_ENDPGM. An asynchronous arrival
//   may be outstanding, and still happens: the next run, if there is one, is what waits for it. A kernel must wait for
//   these before it gives up the barriers' memory.)
#pragma once

#include <stretto/core/section.hpp>
#include <stretto/program/access.hpp>

namespace stretto {

/// Counts the operations in flight of one wave. They retire in order, except those of `bytes`.
enum class Counter : unsigned char {
  none,    ///< synchronous: done before the next step begins
  vm,      ///< AMD: vector memory, loads into LDS included
  lgkm,    ///< AMD: LDS and scalar memory
  copy,    ///< cp.async groups
  mma,     ///< wgmma groups
  store,   ///< bulk-store groups; complete when they have read their source
  tensor,  ///< tcgen05: no wait of its own; observed through an asynchronous arrival
  bytes,   ///< bulk loads: no wait of its own; observed through the bytes that come to an mbarrier
};
inline constexpr int counters = 8;  ///< The number of counters, `none` included.

/// Does a wait count groups of operations?
constexpr bool counts_groups(Counter counter) {
  return counter == Counter::copy || counter == Counter::mma || counter == Counter::store || counter == Counter::tensor;
}

/// The counter as messages and JSON write it.
constexpr const char* name(Counter counter) {
  switch (counter) {
    case Counter::none: return "none";
    case Counter::vm: return "vm";
    case Counter::lgkm: return "lgkm";
    case Counter::copy: return "copy";
    case Counter::mma: return "mma";
    case Counter::store: return "store";
    case Counter::tensor: return "tensor";
    case Counter::bytes: return "bytes";
  }
  return "?";
}

/// What a step does.
enum class Action : unsigned char {
  nothing,  ///< a priority, a compiler fence, a hint
  fetch,    ///< brings a K tile from global memory to what it writes
  move,     ///< copies what it reads to what it writes: a store to shared memory, a fragment read
  consume,  ///< computes with what it reads: multiplies and adds it to an accumulator, or any other work
  wait,     ///< for a counter
  barrier,  ///< of the workgroup, or a named one
  arrive,   ///< at a phase barrier
  await,    ///< a phase of an mbarrier
};

/// The action as messages and JSON write it.
constexpr const char* name(Action action) {
  switch (action) {
    case Action::nothing: return "nothing";
    case Action::fetch: return "fetch";
    case Action::move: return "move";
    case Action::consume: return "consume";
    case Action::wait: return "wait";
    case Action::barrier: return "barrier";
    case Action::arrive: return "arrive";
    case Action::await: return "await";
  }
  return "?";
}

/// One subtile of one slot of a buffer; a slot may turn with the trips.
struct StepAccess {
  int buffer = 0;                      ///< of WaveProgram::buffers
  int slot = 0;                        ///< in trip i: (slot + i * slot_step) modulo the buffer's slots
  int slot_step = 0;                   ///< slots that it moves on with each trip
  int subtile = 0;                     ///< which part of the slot
  AccessMode mode = AccessMode::read;  ///< read or write
  unsigned waves = 0;  ///< reads: bit w is set when wave w of the workgroup makes it; 0 = every wave of the role
  int version = 0;     ///< of a consume: relative to its number

  /// The slot in a trip, of a buffer with so many.
  [[nodiscard]] constexpr int slot_in_trip(int trip, int slots) const { return (slot + trip * slot_step) % slots; }
  friend constexpr bool operator==(const StepAccess&, const StepAccess&) = default;
};

/// How a step uses a phase barrier.
struct PhaseUse {
  int barrier = -1;   ///< of WaveProgram::phase_barriers; -1: none
  int slot = 0;       ///< version slot + i * slot_step
  int slot_step = 0;  ///< versions that it moves on with each trip
  int flip = 0;       ///< await: added to the phase for its parity
  int bytes = 0;      ///< arrive: expected; fetch: that come

  /// Does the step use a phase barrier?
  [[nodiscard]] constexpr bool present() const { return barrier >= 0; }
  /// The version in a trip; the barrier's place is that modulo its slots.
  [[nodiscard]] constexpr int version(int trip) const { return slot + trip * slot_step; }
  friend constexpr bool operator==(const PhaseUse&, const PhaseUse&) = default;
};

/// One step of a role. The head of this file says what it means.
struct Step {
  Action action = Action::nothing;  ///< what it does
  Counter counter = Counter::none;  ///< asynchronous steps and waits
  int weight = 1;                   ///< hardware operations of an asynchronous step
  int count = 0;                    ///< wait
  int tile = 0;                     ///< fetch, and consume without accumulator: in trip i, K tile tile + i * tile_step
  int tile_step = 0;                ///< K tiles that it moves on with each trip
  int accumulator = -1;             ///< consume: which sum, or which sequence of work; the n-th one is to take K tile n
  int first_access = 0;             ///< a range of WaveProgram::accesses
  int access_count = 0;             ///< length of that range
  Section section = Section::prologue;  ///< of the role's program
  int entry = -1;                       ///< place in the emitted phase; -1: not of it, but of how the kernel runs it
  bool pacing = false;                  ///< a barrier that is there for the pace, whether it protects anything or not
  int op = -1;             ///< of the loop that the program was made from: what a step costs is known by op
  int hidden = 0;          ///< of an asynchronous step in the kernel: steps that its schedule has before its completion
  PhaseUse phase_barrier;  ///< that it arrives at, awaits, or brings bytes to

  friend constexpr bool operator==(const Step&, const Step&) = default;
};

/// Waves that run one program.
struct Role {
  const char* name = "";           ///< for messages
  int first_wave = 0;              ///< its number in the workgroup
  int waves = 1;                   ///< how many run the program
  int extra_trips = 0;             ///< that its kernel makes beyond the trip count
  PerSection<Vector<Step>> steps;  ///< prologue and epilogue once, the kernel once a trip
};

/// Who makes a reader of registers wait for what was loaded into them.
enum class RegisterReading : unsigned char {
  explicit_waits,  ///< the program's waits alone
  interlocked,     ///< the compiler or the hardware, at the reader
};

/// What a barrier of the workgroup waits for, beside the waves.
enum class BarrierKind : unsigned char {
  raw,       ///< s_barrier: waits for waves, not for memory
  draining,  ///< the language's workgroup barrier: each wave's own lgkm operations complete first
};

/// What the hardware can hold and encode. Defaults: CDNA3 and CDNA4 (vmcnt 6 bits, lgkmcnt 4; all ones = no wait).
struct CounterLimits {
  int vm_capacity = 63;                    ///< global loads of a wave in flight; another one stalls
  int lgkm_capacity = 15;                  ///< LDS operations of a wave in flight
  int max_wait_vm = 62;                    ///< largest count that a wait can encode
  int max_wait_lgkm = 14;                  ///< largest count that a wait can encode
  int max_wait_mma = 7;                    ///< wgmma.wait_group takes 0 to 7
  int max_expected_bytes = (1 << 20) - 1;  ///< of a phase of an mbarrier (PTX ISA, tx-count)
  long shared_bytes = 160 * 1024;          ///< of a workgroup, gfx950
  long register_bytes = 512L * 64 * 4;     ///< of a wave: 512 VGPRs of 64 lanes
  long tensor_bytes = 0;                   ///< tensor memory of a workgroup

  /// How many operations a counter holds before an issue stalls.
  [[nodiscard]] constexpr int capacity(Counter counter) const {
    if (counter == Counter::vm) return vm_capacity;
    if (counter == Counter::lgkm) return lgkm_capacity;
    return no_limit;
  }
  /// The largest count that a wait for a counter can encode.
  [[nodiscard]] constexpr int max_wait(Counter counter) const {
    if (counter == Counter::vm) return max_wait_vm;
    if (counter == Counter::lgkm) return max_wait_lgkm;
    if (counter == Counter::mma) return max_wait_mma;
    return no_limit;
  }
  static constexpr int no_limit = 1 << 20;  ///< stands for as many as one likes
  friend constexpr bool operator==(const CounterLimits&, const CounterLimits&) = default;
};

/// How a phase barrier is waited for.
enum class PhaseBarrierKind : unsigned char {
  mbarrier,  ///< by parity, apart from arriving
  named,     ///< arriving is waiting
};

/// An array of barriers with phases.
struct PhaseBarrier {
  const char* name = "";                               ///< for messages
  PhaseBarrierKind kind = PhaseBarrierKind::mbarrier;  ///< how it is waited for
  int slots = 1;                                       ///< barriers in the array
  int arrivals = 1;                                    ///< of waves, in a phase

  friend constexpr bool operator==(const PhaseBarrier&, const PhaseBarrier&) = default;
};

/// What a workgroup, or a cluster, runs.
struct WaveProgram {
  Vector<Buffer> buffers;               ///< that its steps touch
  Vector<StepAccess> accesses;          ///< of all steps; a step has a range of them
  Vector<Role> roles;                   ///< each with a program of its own
  Vector<PhaseBarrier> phase_barriers;  ///< mbarriers and named barriers
  int accumulators = 0;                 ///< how many sums, or sequences of work, there are
  int min_trips = 0;        ///< the smallest trip count that the schedule admits; all greater ones are admitted too
  int tiles = 0;            ///< K tiles of a run: tiles + trips * tiles_per_trip
  int tiles_per_trip = 0;   ///< K tiles that a trip takes
  bool persistent = false;  ///< runs follow each other, each with a trip count of its own
  RegisterReading registers = RegisterReading::explicit_waits;  ///< who waits for what was loaded into them
  BarrierKind barriers = BarrierKind::raw;                      ///< what a workgroup barrier waits for
  CounterLimits limits;                                         ///< of the target

  /// Of all roles.
  [[nodiscard]] constexpr int waves() const {
    int total = 0;
    for (const Role& role : roles) total += role.waves;
    return total;
  }
};

}  // namespace stretto
