// Turns the program of one workgroup into that of a cluster, whose workgroups run it in step.
//
// Every role exists once per rank, in the order of the ranks, and so do shared memory, tensor memory and phase
// barriers. Registers belong to each wave and need no copy. Cross-rank operations list the issuing rank first:
// - A multicast buffer has one subtile per rank. The load of rank r becomes one fetch for every rank q: it writes
//   subtile r of q's buffer and reports its bytes to q's full barrier. A reader of the buffer reads all subtiles.
// - A slot that all ranks fill is empty when the readers of all ranks have arrived, so a release arrives at the empty
//   barrier of every rank.
// The waits before a fetch or an arrival at the issuing rank also precede those at the other ranks.
//
// Setup and teardown are what a kernel has to do around the emitted sections; they are verified, but not emitted. In
// setup, a role of one wave initialises the mbarriers of its rank and makes a proxy fence (fence.mbarrier_init); then
// all waves of the cluster meet (barrier.cluster), so that no rank uses barriers of another one that are not
// initialised. In teardown they meet again: no rank leaves while others may still signal or write to it. Releases that
// are asynchronous (tcgen05.commit) may still be outstanding then, so the role that fills a ring first waits until all
// its slots are empty. (With synchronous releases, that wait may replace the last meeting.)
//
// Op `op` of rank r has number r * ops + op in the costs of the program. The data that a load brings to another rank
// has its own number, cluster * ops + op.
#pragma once

#include <stretto/pipeline/rings.hpp>

namespace stretto::detail {

class ClusterProgram {
 public:
  constexpr ClusterProgram(const TargetLoop& loop, const Vector<Ring>& rings, const WaveProgram& one)
      : loop_(loop), rings_(rings), one_(one) {}

  constexpr WaveProgram write() {
    out_.accumulators = one_.accumulators;
    out_.min_trips = one_.min_trips;
    out_.tiles = one_.tiles;
    out_.tiles_per_trip = one_.tiles_per_trip;
    out_.persistent = one_.persistent;
    out_.registers = one_.registers;
    out_.barriers = one_.barriers;
    out_.limits = one_.limits;
    for (int r = 0; r < loop_.cluster; ++r) add_memory(r);
    for (int r = 0; r < loop_.cluster; ++r) add_roles(r);
    return static_cast<WaveProgram&&>(out_);
  }

 private:
  constexpr void add_memory(int rank) {
    for (int b = 0; b < one_.buffers.size(); ++b) {
      Buffer buffer = one_.buffers[b];
      if (rank > 0 && buffer.per_wave()) {
        place_.push_back(b);
        continue;
      }
      if (loop_.multicast(b)) {
        buffer.subtiles = loop_.cluster;
        buffer.bytes /= loop_.cluster;
      }
      if (!buffer.per_wave()) buffer.workgroup = rank;
      place_.push_back(out_.buffers.size());
      out_.buffers.push_back(buffer);
    }
    for (const PhaseBarrier& barrier : one_.phase_barriers) {
      out_.phase_barriers.push_back(barrier);
      out_.phase_barriers.back().workgroup = rank;
    }
  }

  constexpr void add_roles(int rank) {
    const int initialiser = role_of_one_wave();
    for (int a = 0; a < one_.roles.size(); ++a) {
      const Role& role = one_.roles[a];
      Role added;
      added.name = role.name;
      added.first_wave = role.first_wave + rank * one_.waves();
      added.waves = role.waves;
      added.extra_trips = role.extra_trips;
      added.workgroup = rank;
      if (a == initialiser) initialise(added.steps.setup, rank);
      around(added.steps.setup, Action::barrier);
      for (const Section section : run_sections) {
        for (const Step& step : role.steps[section]) add(added.steps[section], step, rank);
      }
      for (const Ring& ring : rings_) {
        if (freed_asynchronously(ring.empty)) await_empty(added.steps.teardown, role, ring, rank);
      }
      around(added.steps.teardown, Action::barrier);
      out_.roles.push_back(added);
    }
  }

  /// Adds a step that the kernel executes around the emitted sections.
  constexpr Step& around(Vector<Step>& steps, Action action) const {
    Step step;
    step.action = action;
    steps.push_back(step);
    return steps.back();
  }

  /// Only a role of one wave can initialise barriers; -1: there is none, and barriers are taken to be initialised.
  [[nodiscard]] constexpr int role_of_one_wave() const {
    for (int a = 0; a < one_.roles.size(); ++a) {
      if (one_.roles[a].waves == 1) return a;
    }
    return -1;
  }
  constexpr void initialise(Vector<Step>& setup, int rank) const {
    for (int b = 0; b < one_.phase_barriers.size(); ++b) {
      if (one_.phase_barriers[b].kind != PhaseBarrierKind::mbarrier) continue;
      around(setup, Action::init).phase_barrier.barrier = b + rank * one_.phase_barriers.size();
    }
    around(setup, Action::fence);
  }

  [[nodiscard]] constexpr bool freed_asynchronously(int empty) const {
    for (const Role& role : one_.roles) {
      for (const Section section : run_sections) {
        for (const Step& step : role.steps[section]) {
          const bool frees = step.action == Action::arrive && step.phase_barrier.barrier == empty;
          if (frees && empty >= 0 && step.counter != Counter::none) return true;
        }
      }
    }
    return false;
  }
  /// If the role fills the ring: it waits for every slot as its next loads would.
  constexpr void await_empty(Vector<Step>& teardown, const Role& role, const Ring& ring, int rank) const {
    PhaseUse use;
    int outside = 0;  // waits before and after the loop
    for (const Section section : run_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::await || step.phase_barrier.barrier != ring.empty) continue;
        if (section == Section::kernel) outside = 0;  // the loop goes on from the waits before it
        if (section == Section::kernel || !use.present()) use = step.phase_barrier;
        if (section != Section::kernel) ++outside;
      }
    }
    if (!use.present()) return;
    const bool in_loop = !role.steps.kernel.empty();
    for (int k = 0; k < ring.slots; ++k) {
      PhaseUse& awaits = around(teardown, Action::await).phase_barrier;
      awaits = use;
      awaits.barrier += rank * one_.phase_barriers.size();
      awaits.slot = (in_loop ? use.slot : 0) + outside + k;
      if (!in_loop) awaits.slot_step = 0;
    }
  }

  /// Adds the step at its own rank and, for a multicast load or the release of a slot that all ranks fill, at the
  /// others.
  constexpr void add(Vector<Step>& steps, const Step& step, int rank) {
    const bool sends = step.action == Action::fetch && loop_.ops[step.op].multicast;
    const bool frees = step.action == Action::arrive && emptied_by_all(step.phase_barrier.barrier);
    const int copies = sends || frees ? loop_.cluster : 1;
    for (int k = 0; k < copies; ++k) {
      const int at = (rank + k) % loop_.cluster;
      Step added = step;
      if (step.entry >= 0) added.entry = steps.size();
      if (step.op >= 0) added.op = step.op + (k == 0 ? rank : loop_.cluster) * loop_.ops.size();
      if (step.phase_barrier.present()) added.phase_barrier.barrier += at * one_.phase_barriers.size();
      if (sends) added.phase_barrier.bytes /= loop_.cluster;
      add_accesses(added, step, rank, at);
      steps.push_back(added);
    }
  }

  constexpr void add_accesses(Step& added, const Step& step, int rank, int at) {
    added.first_access = out_.accesses.size();
    for (int i = 0; i < step.access_count; ++i) {
      StepAccess access = one_.accesses[step.first_access + i];
      const bool whole = loop_.multicast(access.buffer) && access.mode == AccessMode::read;
      if (loop_.multicast(access.buffer)) access.subtile = rank;
      access.buffer = place_[at * one_.buffers.size() + access.buffer];
      if (!whole) {
        out_.accesses.push_back(access);
        continue;
      }
      for (access.subtile = 0; access.subtile < loop_.cluster; ++access.subtile) out_.accesses.push_back(access);
    }
    added.access_count = out_.accesses.size() - added.first_access;
  }

  /// Is it the empty barrier of a ring that all ranks fill?
  [[nodiscard]] constexpr bool emptied_by_all(int barrier) const {
    for (const Ring& ring : rings_) {
      if (ring.empty >= 0 && ring.empty == barrier) return ring.multicast;
    }
    return false;
  }

  const TargetLoop& loop_;
  const Vector<Ring>& rings_;
  const WaveProgram& one_;
  WaveProgram out_;
  Vector<int> place_;  // buffer of the cluster's program, by rank and the workgroup's buffer
};

/// The program of all workgroups of the loop's cluster; for a single workgroup, the program itself.
constexpr WaveProgram in_cluster(const TargetLoop& loop, const Vector<Ring>& rings, WaveProgram one) {
  if (loop.cluster == 1) return one;
  return ClusterProgram(loop, rings, one).write();
}

}  // namespace stretto::detail
