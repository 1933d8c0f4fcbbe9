// The wave program: what the waves of a workgroup execute. A schedule is verified, synchronised and run in this form.
//
// This comment is the contract: it defines the semantics of a wave program. The verifier, the model checker, the
// interpreter, the explorer and both executors implement it. They share only the definitions of this file, and of
// these not the parity of an await: the verifier and the timed executor share `phase_parity.hpp`, the model checker and
// the interpreter compute it on their own.
//
// A wave is the unit that executes one instruction stream in lockstep: a wavefront, a warp, or the warpgroup that
// issues wgmma.
//
// Runs and trips
// - Each role executes its setup once, then one run, then its teardown once.
// - In a run with trip count n, each role executes its prologue once, its kernel m = n + extra_trips times, and its
//   epilogue once. The trip index i is 0 in the prologue, 0 .. m-1 in the kernel and m in the epilogue.
// - Each wave of a role executes every step of the role, in order.
// - A persistent program executes several runs between setup and teardown, one per output tile. Each run has its own
//   trip count, and any run may be the last. In every role, the prologue of a run follows the epilogue of the
//   previous run. The trip index continues from run to run, as the K tiles do: from the start of one run to the start
//   of the next it grows by n + tiles / tiles_per_trip. `tiles` must be a multiple of `tiles_per_trip`.
// - A role takes part in the runs r with r modulo run_period = first_run. By default these are all runs. So two
//   consumers may work on alternate tiles. In the other runs, a role executes nothing.
// - Three numbers say when a step is executed (Moment): the trip index i; the local index j, which is i minus the trip
//   index at which the run began, so it restarts with each run; and the number r of the run, from 0. In setup, all are
//   0. In teardown they are those of the last run's epilogue, whether or not the role takes part in it.
// - What rotates is written as first + i * step + j * local_step + r * run_step: slots, versions of phase barriers, and
//   parities. A pipeline that carries its phases from tile to tile uses i. One that restarts them uses j. A barrier
//   that is used once per tile uses r.
//
// Places and their content
// - A place is one subtile of one slot of a buffer.
// - All waves share shared memory and tensor memory. A subtile there has one part for each wave that executes a write
//   of that subtile, in any slot. A write by a wave writes that wave's part. A read reads all parts. Some step must
//   write every subtile that is read.
// - Each wave has its own registers. A subtile of registers is one part.
// - All waves share global memory, too. Only what must be ordered is a buffer there: a tensor map that the program
//   rewrites, a result that it reads again. Global memory that a fetch reads and no step writes is not modelled.
// - Two buffers of one workgroup in shared or tensor memory that both have an `offset` overlap where their bytes do: a
//   place begins at offset + (slot * subtiles + subtile) * bytes. So do two buffers in registers, within each wave.
//   Such a buffer must declare its bytes. A write of a place is also a write of garbage to every part of every place of
//   another buffer that overlaps it (in registers: to the wave's own), by the same rules: it must not begin before the
//   reads there are complete, it overlaps the writes in flight there, steps that access registers there wait for it if
//   they are interlocked, and it needs the fences of a write there. An asynchronous step that reads one of two places
//   that overlap and writes the other finds garbage, except in registers that it reads at its first issue, or that are
//   the same bytes under two names: those it reads before it writes them.
// - A part holds one of three things: a version, which is a number; its initial content, until the first write of the
//   part; or garbage.
// - A fetch writes version tile + i * tile_step, its K tile.
// - A consume has a number c. With an accumulator, c counts the consumes of that accumulator in the wave, from 0 and
//   through all runs; a run that the wave's role does not take part in counts as `tiles` + n * `tiles_per_trip`
//   consumes. Without an accumulator, c is tile + i * tile_step. The consume writes version c + access.version to every
//   part that it writes.
// - A move writes the version that it read, if everything that it read held one and the same version. It writes garbage
//   if it read nothing, two versions, garbage or initial content. (Initial content belongs to its place: a move does
//   not carry it to another.)
// - A consume is right if every part that it reads holds version c + access.version. If that number is below 0, the
//   part may hold its initial content instead. If the access takes `any` version, each part must hold some version.
//   Nothing else makes a read wrong: a move may carry garbage if no step consumes it.
// - A fetch may read places, too, such as its tensor map. It reads them with `any`, and is right like a consume.
// - If `waves` of a read is not 0, only the waves whose bit is set there make the read. Every wave of the role makes
//   every write.
// - If `skips_first` of a read is set, no wave makes the read when j = 0. So the first multiplication of a tile may
//   overwrite the sum that the later ones add to.
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
// - A consume of the mma or tensor counter accumulates in each part that it both reads and writes, even when
//   `skips_first` leaves out the read. It finds there what the older accumulations of its wave and counter leave,
//   complete or not. It does not overlap with them and does not spoil their reads.
// - The counters copy, mma, store and tensor count groups. Their steps have weight 0 or 1. A step of weight 0 belongs
//   to the group of the next step of weight 1 in its counter, and completes with it. Until that step is issued, the
//   group is open: no wait waits for it. If no such step follows, the group never completes.
// - A step of the store counter, a bulk store, completes twice. In the counter `store` it is complete when it has read
//   its source in shared memory (cp.async.bulk.wait_group.read); in the counter `stored`, later, when it has written
//   global memory (cp.async.bulk.wait_group). It accesses places of global memory until then. It writes no other place.
// - A step of the counter `scalar` (AMD's scalar loads) counts in lgkm, but completes in no order. It writes registers
//   only.
//
// Proxies (NVIDIA)
// - Steps of the counters mma, store, tensor and bytes access shared and global memory through the async proxy, all
//   other steps through the generic proxy.
// - A fence without a counter is a proxy fence (fence.proxy.async, fence.proxy.tensormap). It covers the generic
//   accesses of its wave that are complete when it is executed. An init_fence (fence.mbarrier_init) covers none.
// - To the async proxy, a generic write lasts until a fence of its wave covers it: until then a read of the part
//   through the async proxy finds garbage, and a write of the part through it overlaps the generic write.
// - The program is wrong if a write through the async proxy begins while a generic read of the part, or of a part that
//   it overlaps, is not covered by a fence of the reading wave.
// - In the other direction, completion suffices: mbarriers and waits order what the async proxy did before what
//   follows.
// - A fence with the counter mma is wgmma.fence. A step of the mma counter must not access a part of its wave's
//   registers that a step of another counter, or without one, has written, unless a wgmma.fence of the wave followed
//   the completion of that write. Otherwise the program is wrong.
//
// Waiting
// - A wait blocks its wave until at most `count` hardware operations (or groups) of its counter are pending in the
//   wave. Operations of `scalar` count as pending in lgkm, here and at draining barriers.
// - An issue into a full counter blocks until the oldest operation of the counter has completed.
// - A barrier step without a phase barrier is a workgroup barrier. It blocks until every wave of the program has
//   arrived at it, whichever workgroup it belongs to; the k-th workgroup barrier of each wave is the same barrier. It
//   waits for no memory operation, unless the program's barriers drain: then each wave arrives when its own lgkm
//   operations are complete. Named barriers never drain.
// - If registers are interlocked, a step that reads or writes registers first waits for the writes of them that are
//   pending in vm, lgkm or scalar, and so, except in scalar, for everything older in the same counter.
// - A registers step (setmaxnreg, in setup only) moves registers between its wave and the workgroup's pool. With a
//   negative count, each wave gives up that many. With a positive count, each wave blocks until the pool of its
//   workgroup holds that many and takes them. A pool begins with `spare_registers`.
//
// Phase barriers (mbarriers, named barriers and the cluster barrier)
// - A phase barrier is an array of places. A step with version v = slot + i * slot_step + j * local_step + r * run_step
//   uses place v modulo slots.
// - If an init step (in setup only) names the array, no wave may use it before that step. The wave of the init step may
//   then arrive and wait there. Its bulk loads and asynchronous arrivals, and all other waves, may use the array after
//   the next proxy fence or init_fence of that wave. An earlier use is wrong. Without an init step, the array is ready
//   from the start.
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
//   complete phases of the place is p modulo 2. A use with a `divisor` above 0 has an explicit parity:
//   p = (u / divisor + flip) modulo 2, where u advances as `parity` says.
// - barrier with a phase barrier (a named barrier): arrives, and blocks until the phase that it arrived in is complete.
//   An arrive step at a named barrier (bar.arrive) arrives and does not block.
// - A program has at most one cluster barrier (barrier.cluster), with one place. Its phases have one arrival of each
//   wave of the program. It belongs to no workgroup. A wave arrives there and waits in turn, in one step or in two: an
//   arrive step does not block; an await step blocks until the phase in which its wave arrived last is complete; a
//   barrier step does both. It is wrong to arrive again before waiting, and to wait without an arrival since the last
//   wait.
//
// Workgroups
// - The roles, buffers and phase barriers of a cluster belong to workgroups. A barrier of one workgroup of several is a
//   named barrier.
// - A workgroup is gone when all its waves are at their end. Its shared memory and barriers are gone with it: arriving
//   there, accessing its buffers, and bytes that come there are wrong from then on. Only an asynchronous arrival at a
//   barrier of the arriving wave's own workgroup may still be outstanding.
// - Buffers in shared and tensor memory and barriers belong to workgroups that have roles. Only a role of the workgroup
//   initialises an mbarrier or waits at it. A named barrier may join roles of several workgroups here, but in no GPU:
//   program files refuse that. Other workgroups' memory is accessed by synchronous steps, and by bulk loads whose
//   barrier is in that workgroup, too.
//
// A program is wrong if some execution of some runs is wrong. An execution is wrong if
// - a consume is not right;
// - in some accumulator that its role's steps name, the number of consumes of a wave is not the sum of
//   `tiles` + n * `tiles_per_trip` over the runs that the role takes part in;
// - a fetch reads garbage or initial content;
// - an access breaks a rule of "Proxies" above, or uses a barrier or a workgroup that is not ready or gone;
// - nothing can happen any more, and some wave is not at its end (deadlock);
// - a wave arrives in a phase that already has all its arrivals and waits for bytes;
// - a wave arrives asynchronously while a group of the counter is open;
// - a wave does not arrive and wait in turn at the cluster barrier;
// - a phase has all its arrivals, and more bytes than expected have come;
// - the count of a wait, or the sum of the bytes expected in a phase, is more than the hardware can encode;
// - all waves are at their end, and a step of the copy, mma, store, tensor or bytes counter is not complete; a bulk
//   store need only have read its source. vm and lgkm are exempt: a wave waits for them when it ends (CDNA3 ISA,
//   S_ENDPGM). An asynchronous arrival in its own workgroup may be outstanding. It still happens, and the next run, if
//   there is one, waits for it. A kernel must wait for such arrivals before it releases the memory of the barriers.
#pragma once

#include <stretto/core/section.hpp>
#include <stretto/program/buffer.hpp>
#include <stretto/program/phase_parity.hpp>

namespace stretto {

/// Counts the operations that one wave has in flight. They complete in order, except those of `bytes` and `scalar`.
enum class Counter : unsigned char {
  none,    ///< synchronous: complete before the next step begins
  vm,      ///< AMD: vector memory, including loads into LDS
  lgkm,    ///< AMD: LDS and scalar memory
  copy,    ///< cp.async groups
  mma,     ///< wgmma groups
  store,   ///< bulk-store groups; complete when they have read their source
  tensor,  ///< tcgen05: has no wait; observed through an asynchronous arrival
  bytes,   ///< bulk loads: has no wait; observed through the bytes that come to an mbarrier
  stored,  ///< waits only: bulk-store groups, complete when they have written global memory
  scalar,  ///< AMD: scalar loads; they count in lgkm and complete in no order, so only a wait for 0 waits for them
};
inline constexpr int counters = 10;  ///< The number of counters, `none` included.

/// Does a wait for this counter count groups of operations?
constexpr bool counts_groups(Counter counter) {
  return counter == Counter::copy || counter == Counter::mma || counter == Counter::store ||
         counter == Counter::tensor || counter == Counter::stored;
}

/// Do steps of this counter access memory through the async proxy?
constexpr bool through_async_proxy(Counter counter) {
  return counter == Counter::mma || counter == Counter::store || counter == Counter::tensor ||
         counter == Counter::bytes;
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
    case Counter::stored: return "stored";
    case Counter::scalar: return "scalar";
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
  barrier,  ///< a workgroup barrier, a named barrier, or arriving and waiting at the cluster barrier
  arrive,   ///< arrives at a phase barrier
  await,    ///< waits for a phase of an mbarrier, or for the phase that its wave arrived in at the cluster barrier
  fence,    ///< a proxy fence; with the counter mma: wgmma.fence
  init_fence,  ///< makes initialised mbarriers visible, and no data
  init,        ///< initialises an array of mbarriers
  registers,   ///< takes registers from the workgroup's pool, or gives some up
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
    case Action::fence: return "fence";
    case Action::init_fence: return "init_fence";
    case Action::init: return "init";
    case Action::registers: return "registers";
  }
  return "?";
}

/// When a step is executed. A number stands for a trip of the first run.
struct Moment {
  int trip = 0;   ///< the trip index, which continues from run to run
  int start = 0;  ///< the trip index at which the run began
  int run = 0;    ///< the number of the run

  /// In the first run.
  constexpr Moment(int trip_index = 0) : trip(trip_index) {}  // NOLINT(google-explicit-constructor)
  /// In any run.
  constexpr Moment(int trip_index, int run_start, int run_number)
      : trip(trip_index), start(run_start), run(run_number) {}
  friend constexpr bool operator==(const Moment&, const Moment&) = default;
};

/// A number that advances from trip to trip and from run to run.
struct Advance {
  int first = 0;       ///< in the first trip
  int step = 0;        ///< per trip
  int local_step = 0;  ///< per trip of the run; starts again with each run
  int run_step = 0;    ///< per run

  /// Its value.
  [[nodiscard]] constexpr int at(const Moment& when) const {
    return first + when.trip * step + (when.trip - when.start) * local_step + when.run * run_step;
  }
  friend constexpr bool operator==(const Advance&, const Advance&) = default;
};

/// An access of a step to one subtile of one slot of a buffer. The slot may rotate from trip to trip.
struct StepAccess {
  int buffer = 0;                      ///< index in WaveProgram::buffers
  int slot = 0;                        ///< in trip i: (slot + i * slot_step + ...) modulo the buffer's slots
  int slot_step = 0;                   ///< slots that it advances per trip
  int subtile = 0;                     ///< index in the slot
  AccessMode mode = AccessMode::read;  ///< read or write
  unsigned waves = 0;  ///< reads: bit w is set if wave w of the workgroup makes the read; 0: every wave of the role
  int version = 0;     ///< consume: version relative to the number of the consume
  int local_step = 0;  ///< slots that it advances per trip of the run; starts again with each run
  int run_step = 0;    ///< slots that it advances per run
  bool any = false;    ///< consume, fetch: any version will do
  bool skips_first = false;  ///< reads: not made in the first trip of a run, nor before it

  /// Is the access made at a moment? `when` is a Moment, or anything with its members.
  template <class When>
  [[nodiscard]] constexpr bool made(const When& when) const {
    return !skips_first || when.trip != when.start;
  }

  /// The slot that is accessed, in a buffer with `slots` slots. `when` is a Moment, or anything with its members.
  template <class When>
  [[nodiscard]] constexpr int slot_in_trip(const When& when, int slots) const {
    return (slot + when.trip * slot_step + (when.trip - when.start) * local_step + when.run * run_step) % slots;
  }
  /// In a trip of the first run.
  [[nodiscard]] constexpr int slot_in_trip(int trip, int slots) const {
    return (slot + trip * (slot_step + local_step)) % slots;
  }
  friend constexpr bool operator==(const StepAccess&, const StepAccess&) = default;
};

/// How a step uses a phase barrier.
struct PhaseUse {
  int barrier = -1;     ///< index in WaveProgram::phase_barriers; -1: none
  int slot = 0;         ///< in trip i: version slot + i * slot_step
  int slot_step = 0;    ///< versions that it advances per trip
  int flip = 0;         ///< await: added to the phase number to get the parity
  int bytes = 0;        ///< arrive: bytes to expect; fetch: bytes that come
  int local_step = 0;   ///< versions that it advances per trip of the run; starts again with each run
  int run_step = 0;     ///< versions that it advances per run
  int divisor = 0;      ///< await: the parity is that of `parity` / divisor; 0: that of the version
  Advance parity = {};  ///< await, with a divisor: the number whose quotient gives the parity

  /// Does the step use a phase barrier?
  [[nodiscard]] constexpr bool present() const { return barrier >= 0; }
  /// The version at a moment. The place is the version modulo the barrier's slots.
  template <class When>
  [[nodiscard]] constexpr int version(const When& when) const {
    return slot + when.trip * slot_step + (when.trip - when.start) * local_step + when.run * run_step;
  }
  /// In a trip of the first run.
  [[nodiscard]] constexpr int version(int trip) const { return version(Moment(trip)); }
  /// The parity that an await waits for, at a barrier with `slots` places.
  [[nodiscard]] constexpr int awaited_parity(const Moment& when, int slots) const {
    return divisor > 0 ? phase_parity(parity.at(when), divisor, flip) : phase_parity(version(when), slots, flip);
  }
  friend constexpr bool operator==(const PhaseUse&, const PhaseUse&) = default;
};

/// One step of a role. The head comment of this file defines its meaning.
struct Step {
  Action action = Action::nothing;      ///< what it does
  Counter counter = Counter::none;      ///< of an asynchronous step or a wait
  int weight = 1;                       ///< hardware operations of an asynchronous step
  int count = 0;                        ///< wait: operations that may stay pending; nothing: argument of the hint;
                                        ///< registers: how many each wave takes, or gives up if negative
  int tile = 0;                         ///< fetch, and consume without accumulator: K tile in trip 0
  int tile_step = 0;                    ///< K tiles that it advances per trip
  int accumulator = -1;                 ///< consume: which sum or sequence of work; its n-th consume takes K tile n
  int first_access = 0;                 ///< first of the range of its accesses in WaveProgram::accesses
  int access_count = 0;                 ///< length of that range
  Section section = Section::prologue;  ///< section that contains it
  int entry = -1;                       ///< index in the emitted section; -1: part of how the kernel runs it
  bool pacing = false;                  ///< a pacing barrier: it stays, whether or not it protects data
  int op = -1;                          ///< op of the loop that the program was made from; selects the cost of the step
  int tag = -1;                         ///< tag of the op, for the kernel; -1: none
  int part = 0;                         ///< part of the op, for the kernel
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
  int workgroup = 0;               ///< the workgroup of the cluster that its waves belong to
  int run_period = 1;              ///< it takes part in one of this many runs of a persistent program
  int first_run = 0;               ///< the first of them

  /// Does the role take part in a run?
  [[nodiscard]] constexpr bool takes_part(int run) const { return run_period == 1 || run % run_period == first_run; }
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

/// What the hardware can hold and encode. The defaults, for programs that name no GPU, are those of gpu/mi355x.hpp,
/// and those of gpu/h200.hpp where CDNA has no such limit.
struct CounterLimits {
  int vm_capacity = 63;                    ///< global loads that a wave can have in flight; the next one stalls
  int lgkm_capacity = 15;                  ///< LDS operations that a wave can have in flight
  int max_wait_vm = 62;                    ///< largest count that a wait can encode
  int max_wait_lgkm = 14;                  ///< largest count that a wait can encode
  int max_wait_mma = 7;                    ///< wgmma.wait_group takes 0 to 7
  int max_expected_bytes = (1 << 20) - 1;  ///< per phase of an mbarrier (PTX ISA, tx-count)
  long shared_bytes = 160L * 1024;         ///< per workgroup
  long register_bytes = 512L * 64 * 4;     ///< per wave: 512 VGPRs of 64 lanes
  long tensor_bytes = 0;                   ///< tensor memory per workgroup

  /// The number of operations that a counter holds before an issue stalls.
  [[nodiscard]] constexpr int capacity(Counter counter) const {
    if (counter == Counter::vm) return vm_capacity;
    if (counter == Counter::lgkm) return lgkm_capacity;
    return no_limit;
  }
  /// The largest count that a wait for a counter can encode. A wait for lgkm waits for scalar loads.
  [[nodiscard]] constexpr int max_wait(Counter counter) const {
    if (counter == Counter::vm) return max_wait_vm;
    if (counter == Counter::lgkm || counter == Counter::scalar) return max_wait_lgkm;
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
  cluster,   ///< barrier.cluster: joins all waves; arriving and waiting may be separate; waits name no parity
};

/// An array of barriers with phases.
struct PhaseBarrier {
  const char* name = "";                               ///< for messages
  PhaseBarrierKind kind = PhaseBarrierKind::mbarrier;  ///< mbarrier, named barrier or cluster barrier
  int slots = 1;                                       ///< barriers in the array
  int arrivals = 1;                                    ///< arrivals of waves that complete a phase
  int workgroup = 0;                                   ///< the workgroup of the cluster whose memory holds it

  friend constexpr bool operator==(const PhaseBarrier&, const PhaseBarrier&) = default;
};

/// The program of a workgroup, or of a cluster.
struct WaveProgram {
  Vector<Buffer> buffers;               ///< all buffers that steps access
  Vector<StepAccess> accesses;          ///< accesses of all steps; each step has a range of them
  Vector<Role> roles;                   ///< each with its own program
  Vector<PhaseBarrier> phase_barriers;  ///< mbarriers, named barriers, the cluster barrier
  int accumulators = 0;                 ///< number of sums, or sequences of work
  int min_trips = 0;        ///< smallest trip count that the schedule allows; it allows all larger ones, too
  int tiles = 0;            ///< a run consumes tiles + trips * tiles_per_trip K tiles
  int tiles_per_trip = 0;   ///< K tiles per trip
  bool persistent = false;  ///< runs follow each other, each with its own trip count
  RegisterReading registers = RegisterReading::explicit_waits;  ///< what makes readers wait for loads into registers
  BarrierKind barriers = BarrierKind::raw;                      ///< what a workgroup barrier waits for
  CounterLimits limits;                                         ///< limits of the target
  int spare_registers = 0;  ///< registers in the pool of each workgroup before any wave takes some or gives some up

  /// The number of waves of all roles.
  [[nodiscard]] constexpr int waves() const {
    int total = 0;
    for (const Role& role : roles) total += role.waves;
    return total;
  }
};

}  // namespace stretto
