// The wave program: what the waves of a workgroup execute. A schedule is verified, synchronised and run in this form.
//
// This comment is the contract: it defines the semantics of a wave program. The verifier, the interpreter, the
// explorers and both executors implement it independently of each other.
//
// A wave is the unit that executes one instruction stream in lockstep: a wavefront, a warp, or the warpgroup that
// issues wgmma.
//
// Runs and trips
// - In a run with trip count n, each role executes its prologue once, its kernel m = n + extra_trips times, and its
//   epilogue once. The trip index i is 0 in the prologue, 0 .. m-1 in the kernel and m in the epilogue.
// - Each wave of a role executes every step of the role, in order.
// - A persistent program runs again and again. Each run has its own trip count, and any run may be the last. In every
//   role, the prologue of a run follows the epilogue of the run before. The trip index continues from run to run, as
//   the K tiles do: from the start of one run to the start of the next it grows by n + tiles / tiles_per_trip. `tiles`
//   must be a multiple of `tiles_per_trip`.
//
// Places and their content
// - A place is one subtile of one slot of a buffer.
// - All waves share shared memory and tensor memory. A subtile there has one part for each wave that executes a write
//   of that subtile, in any slot. A write by a wave writes that wave's part. A read reads all parts. Some step must
//   write every subtile that is read.
// - Each wave has its own registers. A subtile of registers is one part.
// - A part holds one of three things: a version, which is a number; its initial content, until the first write of the
//   part; or garbage.
// - A fetch writes version tile + i * tile_step, its K tile.
// - A consume has a number c. With an accumulator, c counts the consumes of that accumulator in the wave, from 0 and
//   through all runs. Without an accumulator, c is tile + i * tile_step. The consume writes version c + access.version
//   to every part that it writes.
// - A move writes the version that it read, if everything that it read held one and the same version. It writes garbage
//   if it read nothing, two versions, garbage or initial content. (Initial content belongs to its place: a move does
//   not carry it to another.)
// - A consume is right if every part that it reads holds version c + access.version. If that number is below 0, the
//   part may hold its initial content instead. Nothing else makes a read wrong: a move may carry garbage if no step
//   consumes it.
// - If `waves` of a read is not 0, only the waves whose bit is set there make the read. Every wave of the role makes
//   every write.
//
// When steps read and write
// - A step without a counter is synchronous: it completes before its wave's next step begins. It reads at its
//   beginning. A part of shared or tensor memory that it writes is garbage to other waves from its beginning to its
//   end.
// - A step with a counter is asynchronous. Its `weight` hardware operations are issued one after another. They complete
//   at any later time, in order within the wave's counter (in no order in the counter `bytes`, see below). The step is
//   complete when its last operation is. For such a step:
//   - What it writes is garbage from the issue of its first operation until the step is complete.
//   - It reads memory at any time in that interval. If a write of the part is in flight or begins in that interval, the
//     step finds garbage, whatever that write leaves.
//   - It reads registers at its first issue. A step of the mma counter reads them at any time until it is complete.
//   - If it reads and writes the same part, it reads the part before it writes it.
// - Two writes of one part overlap if one begins before the other is complete. Two writes of one step to one part
//   overlap, too. After an overlap the part is garbage until a write that overlaps no other write is complete.
// - A consume of the mma or tensor counter accumulates in each part that it both reads and writes. It finds there what
//   the older accumulations of its wave and counter leave, complete or not. It does not overlap with them and does not
//   spoil their reads.
// - The counters copy, mma, store and tensor count groups. Their steps have weight 0 or 1. A step of weight 0 belongs
//   to the group of the next step of weight 1 in its counter, and completes with it. Until that step is issued, the
//   group is open: no wait waits for it. If no such step follows, the group never completes.
// - A step of the store counter is complete when it has read its source. It writes to global memory, which is not part
//   of the model, so it writes no place.
//
// Waiting
// - A wait blocks its wave until at most `count` hardware operations (or groups) of its counter are pending in the
//   wave.
// - An issue into a full counter blocks until the oldest operation of the counter has completed.
// - A barrier step without a phase barrier is a workgroup barrier. It blocks until every wave of the workgroup has
//   arrived at it; the k-th workgroup barrier of each wave is the same barrier. It waits for no memory operation,
//   unless the program's barriers drain: then each wave arrives when its own lgkm operations are complete. Named
//   barriers never drain.
// - If registers are interlocked, a step that reads or writes registers first waits for the writes of them that are
//   pending in vm or lgkm, and so for everything older in the same counter.
//
// Phase barriers (mbarriers and named barriers)
// - A phase barrier is an array of places. A step with version v = slot + i * slot_step uses place v modulo slots.
// - A place goes through phases 0, 1, 2, ... Phase k is complete when `arrivals` waves have arrived in it and all bytes
//   expected in it have come. Then phase k + 1 begins.
// - arrive: each wave adds `bytes` to the bytes expected in the phase that the place is in, and then arrives once in
//   that phase. It does not wait. With a counter, the arrival is asynchronous (tcgen05.commit,
//   cp.async.mbarrier.arrive): it happens at any time after everything that the wave issued before in that counter is
//   complete. No group of the counter may be open when the step is executed.
// - fetch in the counter `bytes`: it completes at any later time, in no order. Its `bytes` then come to the place, in
//   the phase that the place is in. In memory, the bytes order that load alone, not what its wave did before. In time,
//   they come after the issue of the load: a phase that was complete at the issue is complete when they have come. A
//   load of 0 bytes completes without a signal.
// - await: waits for an mbarrier by parity. With parity p = (v / slots + flip) modulo 2, it blocks while the number of
//   complete phases of the place is p modulo 2.
// - barrier with a phase barrier (a named barrier): arrives, and blocks until the phase that it arrived in is complete.
//
// A program is wrong if some execution of some runs is wrong. An execution is wrong if
// - a consume is not right;
// - in some accumulator that its role's steps name, the number of consumes of a wave is not the sum of
//   `tiles` + n * `tiles_per_trip` over its runs;
// - nothing can happen any more, and some wave is not at its end (deadlock);
// - a wave arrives in a phase that already has all its arrivals and waits for bytes;
// - a wave arrives asynchronously while a group of the counter is open;
// - a phase has all its arrivals, and more bytes than expected have come;
// - the count of a wait, or the sum of the bytes expected in a phase, is more than the hardware can encode;
// - all waves are at the end of the last run, and a step of the copy, mma, store, tensor or bytes counter is not
//   complete. vm and lgkm are exempt: a wave waits for them when it ends (CDNA3 ISA, S_ENDPGM). An asynchronous arrival
//   may be outstanding. It still happens, and the next run, if there is one, waits for it. A kernel must wait for such
//   arrivals before it releases the memory of the barriers.
#pragma once

#include <stretto/core/section.hpp>
#include <stretto/program/access.hpp>

namespace stretto {

/// Counts the operations that one wave has in flight. They complete in order, except those of `bytes`.
enum class Counter : unsigned char {
  none,    ///< synchronous: complete before the next step begins
  vm,      ///< AMD: vector memory, including loads into LDS
  lgkm,    ///< AMD: LDS and scalar memory
  copy,    ///< cp.async groups
  mma,     ///< wgmma groups
  store,   ///< bulk-store groups; complete when they have read their source
  tensor,  ///< tcgen05: has no wait; observed through an asynchronous arrival
  bytes,   ///< bulk loads: has no wait; observed through the bytes that come to an mbarrier
};
inline constexpr int counters = 8;  ///< The number of counters, `none` included.

/// Does a wait for this counter count groups of operations?
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

/// The kinds of steps.
enum class Action : unsigned char {
  nothing,  ///< no effect in the model: a priority, a compiler fence, a hint
  fetch,    ///< loads a K tile from global memory into the places that it writes
  move,     ///< copies from the places that it reads to those that it writes: a store to shared memory, a fragment read
  consume,  ///< computes with what it reads: an MMA into an accumulator, or any other work
  wait,     ///< waits for a counter
  barrier,  ///< a workgroup barrier, or a named barrier
  arrive,   ///< arrives at a phase barrier
  await,    ///< waits for a phase of an mbarrier
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

/// An access of a step to one subtile of one slot of a buffer. The slot may rotate from trip to trip.
struct StepAccess {
  int buffer = 0;                      ///< index in WaveProgram::buffers
  int slot = 0;                        ///< in trip i: (slot + i * slot_step) modulo the buffer's slots
  int slot_step = 0;                   ///< slots that it advances per trip
  int subtile = 0;                     ///< index in the slot
  AccessMode mode = AccessMode::read;  ///< read or write
  unsigned waves = 0;  ///< reads: bit w is set if wave w of the workgroup makes the read; 0: every wave of the role
  int version = 0;     ///< consume: version relative to the number of the consume

  /// The slot that is accessed in a trip, in a buffer with `slots` slots.
  [[nodiscard]] constexpr int slot_in_trip(int trip, int slots) const { return (slot + trip * slot_step) % slots; }
  friend constexpr bool operator==(const StepAccess&, const StepAccess&) = default;
};

/// How a step uses a phase barrier.
struct PhaseUse {
  int barrier = -1;   ///< index in WaveProgram::phase_barriers; -1: none
  int slot = 0;       ///< in trip i: version slot + i * slot_step
  int slot_step = 0;  ///< versions that it advances per trip
  int flip = 0;       ///< await: added to the phase number to get the parity
  int bytes = 0;      ///< arrive: bytes to expect; fetch: bytes that come

  /// Does the step use a phase barrier?
  [[nodiscard]] constexpr bool present() const { return barrier >= 0; }
  /// The version in a trip. The place is the version modulo the barrier's slots.
  [[nodiscard]] constexpr int version(int trip) const { return slot + trip * slot_step; }
  friend constexpr bool operator==(const PhaseUse&, const PhaseUse&) = default;
};

/// One step of a role. The head comment of this file defines its meaning.
struct Step {
  Action action = Action::nothing;      ///< what it does
  Counter counter = Counter::none;      ///< of an asynchronous step or a wait
  int weight = 1;                       ///< hardware operations of an asynchronous step
  int count = 0;                        ///< wait: operations that may stay pending
  int tile = 0;                         ///< fetch, and consume without accumulator: K tile in trip 0
  int tile_step = 0;                    ///< K tiles that it advances per trip
  int accumulator = -1;                 ///< consume: which sum or sequence of work; its n-th consume takes K tile n
  int first_access = 0;                 ///< first of the range of its accesses in WaveProgram::accesses
  int access_count = 0;                 ///< length of that range
  Section section = Section::prologue;  ///< section that contains it
  int entry = -1;                       ///< index in the emitted section; -1: part of how the kernel runs it
  bool pacing = false;                  ///< a pacing barrier: it stays, whether or not it protects data
  int op = -1;                          ///< op of the loop that the program was made from; selects the cost of the step
  int hidden = 0;                       ///< asynchronous, in the kernel: steps scheduled before it completes
  PhaseUse phase_barrier;               ///< barrier that it arrives at, awaits, or sends bytes to

  friend constexpr bool operator==(const Step&, const Step&) = default;
};

/// The waves that run one program.
struct Role {
  const char* name = "";           ///< for messages
  int first_wave = 0;              ///< number of its first wave in the workgroup
  int waves = 1;                   ///< number of waves that run the program
  int extra_trips = 0;             ///< kernel trips beyond the trip count
  PerSection<Vector<Step>> steps;  ///< prologue and epilogue run once per run, the kernel once per trip
};

/// What makes a reader of registers wait for the loads into them.
enum class RegisterReading : unsigned char {
  explicit_waits,  ///< only the program's waits
  interlocked,     ///< the compiler or the hardware, at each reader
};

/// What a workgroup barrier waits for, apart from the waves.
enum class BarrierKind : unsigned char {
  raw,       ///< s_barrier: waits for waves, not for memory operations
  draining,  ///< the language's workgroup barrier: a wave arrives when its own lgkm operations are complete
};

/// What the hardware can hold and encode. Defaults: CDNA3 and CDNA4 (vmcnt has 6 bits, lgkmcnt 4; all ones: no wait).
struct CounterLimits {
  int vm_capacity = 63;                    ///< global loads that a wave can have in flight; the next one stalls
  int lgkm_capacity = 15;                  ///< LDS operations that a wave can have in flight
  int max_wait_vm = 62;                    ///< largest count that a wait can encode
  int max_wait_lgkm = 14;                  ///< largest count that a wait can encode
  int max_wait_mma = 7;                    ///< wgmma.wait_group takes 0 to 7
  int max_expected_bytes = (1 << 20) - 1;  ///< per phase of an mbarrier (PTX ISA, tx-count)
  long shared_bytes = 160 * 1024;          ///< per workgroup, gfx950
  long register_bytes = 512L * 64 * 4;     ///< per wave: 512 VGPRs of 64 lanes
  long tensor_bytes = 0;                   ///< tensor memory per workgroup

  /// The number of operations that a counter holds before an issue stalls.
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
  static constexpr int no_limit = 1 << 20;  ///< means: no limit
  friend constexpr bool operator==(const CounterLimits&, const CounterLimits&) = default;
};

/// The kinds of phase barriers.
enum class PhaseBarrierKind : unsigned char {
  mbarrier,  ///< arriving and waiting are separate; waits name a parity
  named,     ///< a barrier step arrives and waits in one
};

/// An array of barriers with phases.
struct PhaseBarrier {
  const char* name = "";                               ///< for messages
  PhaseBarrierKind kind = PhaseBarrierKind::mbarrier;  ///< mbarrier or named barrier
  int slots = 1;                                       ///< barriers in the array
  int arrivals = 1;                                    ///< arrivals of waves that complete a phase

  friend constexpr bool operator==(const PhaseBarrier&, const PhaseBarrier&) = default;
};

/// The program of a workgroup, or of a cluster.
struct WaveProgram {
  Vector<Buffer> buffers;               ///< all buffers that steps access
  Vector<StepAccess> accesses;          ///< accesses of all steps; each step has a range of them
  Vector<Role> roles;                   ///< each with its own program
  Vector<PhaseBarrier> phase_barriers;  ///< mbarriers and named barriers
  int accumulators = 0;                 ///< number of sums, or sequences of work
  int min_trips = 0;        ///< smallest trip count that the schedule allows; it allows all larger ones, too
  int tiles = 0;            ///< a run consumes tiles + trips * tiles_per_trip K tiles
  int tiles_per_trip = 0;   ///< K tiles per trip
  bool persistent = false;  ///< runs follow each other, each with its own trip count
  RegisterReading registers = RegisterReading::explicit_waits;  ///< what makes readers wait for loads into registers
  BarrierKind barriers = BarrierKind::raw;                      ///< what a workgroup barrier waits for
  CounterLimits limits;                                         ///< limits of the target

  /// The number of waves of all roles.
  [[nodiscard]] constexpr int waves() const {
    int total = 0;
    for (const Role& role : roles) total += role.waves;
    return total;
  }
};

}  // namespace stretto
