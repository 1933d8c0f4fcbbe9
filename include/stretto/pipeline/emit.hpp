// Turns streams into a wave program without counter waits: prologue, kernel and epilogue of every role.
//
// N iterations are N - P trips, where P is the number of rounds that the longest stream executes before its kernel. A
// role with fewer stages makes more trips. Fewer than P iterations have programs of their own, without a kernel. Each
// group of a role becomes a role of the program; the groups differ in when they begin.
#pragma once

#include <stretto/pipeline/arrival_counts.hpp>
#include <stretto/pipeline/streams.hpp>

namespace stretto::detail {

class Emitter {
 public:
  constexpr Emitter(const TargetLoop& loop, const Vector<int>& slots, const Vector<Ring>& rings,
                    const Vector<Stream>& streams, long ii)
      : loop_(loop), slots_(slots), rings_(rings), streams_(streams), ii_(ii) {}

  /// The program for P or more iterations.
  constexpr WaveProgram full() {
    begin();
    int stages = 1;
    for (const Stream& stream : streams_) stages = stream.stages > stages ? stream.stages : stages;
    for (int a = 0; a < out_.roles.size(); ++a) {
      const Stream& stream = streams_[of_[a]];
      const int own = stream.stages;
      Role& role = out_.roles[a];
      role.extra_trips = stages - own;
      begin_turns(a);
      for (int p = 0; p + 1 < own; ++p) {
        for (const StreamItem& item : stream.items) {
          if (item.stage <= p) put(a, Section::prologue, item, p - static_cast<int>(item.stage));
        }
      }
      for (const StreamItem& item : stream.items) put(a, Section::kernel, item, own - 1 - static_cast<int>(item.stage));
      for (int e = 0; e + 1 < own; ++e) {
        for (const StreamItem& item : stream.items) {
          if (item.stage > e) put(a, Section::epilogue, item, e + own - 1 - static_cast<int>(item.stage));
        }
      }
      take_results(a, Section::epilogue, own - 2, 1);
      end_turns(a, Section::epilogue);
    }
    out_.tiles = stages - 1;
    out_.tiles_per_trip = 1;
    out_.min_trips = stages == 1 ? 1 : 0;  // zero iterations are not a run
    return static_cast<WaveProgram&&>(out_);
  }

  /// The program for exactly `iterations` iterations, at least one.
  constexpr WaveProgram exactly(int iterations) {
    begin();
    for (int a = 0; a < out_.roles.size(); ++a) {
      const Stream& stream = streams_[of_[a]];
      begin_turns(a);
      for (int round = 0; round < iterations + stream.stages - 1; ++round) {
        for (const StreamItem& item : stream.items) {
          const int iteration = round - static_cast<int>(item.stage);
          if (iteration >= 0 && iteration < iterations) put(a, Section::prologue, item, iteration);
        }
      }
      take_results(a, Section::prologue, iterations - 1, 0);
      end_turns(a, Section::prologue);
    }
    out_.tiles = iterations;
    out_.tiles_per_trip = 0;
    return static_cast<WaveProgram&&>(out_);
  }

 private:
  constexpr void begin() {
    out_ = WaveProgram{};
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      const TargetBuffer& declared = loop_.buffers[b];
      Buffer buffer;
      buffer.name = declared.name;
      buffer.space = declared.space;
      buffer.slots = slots_[b];
      buffer.bytes = declared.bytes;
      out_.buffers.push_back(buffer);
    }
    int waves = 0;
    of_.clear();
    group_.clear();
    for (int t = 0; t < loop_.roles.size(); ++t) {
      for (int g = 0; g < loop_.roles[t].groups; ++g) {
        Role role;
        role.name = loop_.roles[t].name;
        role.first_wave = waves;
        role.waves = loop_.roles[t].waves;
        waves += role.waves;
        out_.roles.push_back(role);
        of_.push_back(t);
        group_.push_back(g);
      }
    }
    for (const Ring& ring : rings_) {
      if (ring.full >= 0) {
        out_.phase_barriers.push_back({"full", PhaseBarrierKind::mbarrier, ring.slots, full_arrivals(loop_, ring)});
      }
      if (ring.empty >= 0) {
        out_.phase_barriers.push_back({"empty", PhaseBarrierKind::mbarrier, ring.slots, empty_arrivals(loop_, ring)});
      }
    }
    sums_done_ = -1;
    if (const int tellers = waves_with_tensor_sums(); tellers > 0) {
      sums_done_ = out_.phase_barriers.size();
      out_.phase_barriers.push_back({"done", PhaseBarrierKind::mbarrier, 1, tellers});
    }
    turns_ = -1;
    for (int t = 0; t < streams_.size(); ++t) {
      for (const StreamItem& item : streams_[t].items) {
        if (item.kind != ItemKind::take_turn) continue;
        turns_ = out_.phase_barriers.size();
        // One per group: the group's waves wait there, and the waves of the previous group arrive.
        const int groups = loop_.roles[t].groups;
        for (int g = 0; g < groups; ++g) {
          out_.phase_barriers.push_back({"turn", PhaseBarrierKind::named, 1, 2 * loop_.roles[t].waves});
        }
      }
    }
    out_.accumulators = 0;
    sequence_.clear();
    for (const TargetOp& op : loop_.ops) {
      const bool consumes = op.action == Action::consume;
      sequence_.push_back(consumes ? out_.accumulators++ : -1);
    }
    out_.limits = loop_.gpu.limits;
    out_.limits.register_bytes = loop_.register_bytes;
    const bool interlocked = loop_.gpu.copies != CopyKind::lds_load;
    out_.registers = interlocked ? RegisterReading::interlocked : RegisterReading::explicit_waits;
  }

  /// The waves of the roles that add to sums in tensor memory.
  [[nodiscard]] constexpr int waves_with_tensor_sums() const {
    int waves = 0;
    for (int t = 0; t < loop_.roles.size(); ++t) {
      if (counter_of_tensor_sums(t) != Counter::none) waves += loop_.roles[t].all_waves();
    }
    return waves;
  }

  /// Barriers that set groups apart are not entries of the program that the groups share.
  constexpr int entries(int a, Section section) {
    int count = 0;
    for (const Step& step : out_.roles[a].steps[section]) count += step.entry >= 0 ? 1 : 0;
    return count;
  }

  /// The last group lets group 0 take the first turn. Without mbarriers, group g starts g barriers later instead.
  constexpr void begin_turns(int a) {
    const int groups = loop_.roles[of_[a]].groups;
    if (groups == 1) return;
    if (turns_ >= 0 && group_[a] + 1 == groups) turn_signal(a, Section::prologue, Action::arrive, turns_);
    if (loop_.specialised()) return;
    for (int g = 0; g < group_[a]; ++g) pace(a, Section::prologue);
  }
  /// At the end all groups have passed the same barriers.
  constexpr void end_turns(int a, Section section) {
    const int groups = loop_.roles[of_[a]].groups;
    if (groups == 1) return;
    // One more turn without work, so that the next run finds every turn taken.
    if (turns_ >= 0) {
      turn_signal(a, section, Action::barrier, turns_ + group_[a]);
      if (group_[a] + 1 < groups) turn_signal(a, section, Action::arrive, turns_ + group_[a] + 1);
    }
    if (loop_.specialised()) return;
    for (int g = group_[a] + 1; g < groups; ++g) pace(a, section);
  }
  constexpr void pace(int a, Section section) {
    Step step;
    step.action = Action::barrier;
    step.section = section;
    step.pacing = true;
    out_.roles[a].steps[section].push_back(step);
  }
  constexpr void turn_signal(int a, Section section, Action action, int barrier) {
    signal(a, section, action, Counter::none, barrier);
    out_.roles[a].steps[section].back().pacing = true;
  }

  /// Adds the item for iteration i + `iteration`, where i is the trip index.
  constexpr void put(int a, Section section, const StreamItem& item, int iteration) {
    Step step;
    step.section = section;
    step.entry = entries(a, section);
    step.op = item.op;
    step.first_access = out_.accesses.size();
    const int turn = 1;
    if (item.kind == ItemKind::op) {
      const TargetOp& op = loop_.ops[item.op];
      step.action = op.action;
      step.tag = op.tag;
      step.part = op.step;
      step.counter = op.counter;
      step.weight = op.weight;
      if (section == Section::kernel && op.asynchronous()) step.hidden = hidden_steps(streams_[of_[a]], item);
      step.accumulator = sequence_[item.op];
      step.tile = iteration;
      step.tile_step = turn;
      for (const TargetAccess& access : loop_.accesses) {
        if (access.op != item.op) continue;
        out_.accesses.push_back(step_access(access, iteration));
        out_.accesses.back().any = op.action == Action::fetch && access.mode == AccessMode::read;
      }
      if (op.counter == Counter::bytes) {
        const int r = ring_of(loop_, item.op);
        step.phase_barrier = {rings_[r].full, iteration, turn, 0, op.bytes};
      }
    } else if (item.kind == ItemKind::pace) {
      step.action = Action::barrier;
      step.pacing = true;
      step.op = -1;
    } else if (item.kind == ItemKind::take_turn || item.kind == ItemKind::pass_turn) {
      const bool takes = item.kind == ItemKind::take_turn;
      step.action = takes ? Action::barrier : Action::arrive;
      step.pacing = true;
      step.op = -1;
      const int groups = loop_.roles[of_[a]].groups;
      step.phase_barrier.barrier = turns_ + (takes ? group_[a] : (group_[a] + 1) % groups);
    } else {
      const Ring& ring = rings_[item.ring];
      const bool waits = item.kind == ItemKind::await_full || item.kind == ItemKind::await_empty;
      const bool at_empty = item.kind == ItemKind::await_empty || item.kind == ItemKind::release || item.gives_back;
      step.op = -1;
      step.action = waits ? Action::await : Action::arrive;
      step.counter = item.counter;
      step.phase_barrier = {at_empty ? ring.empty : ring.full, iteration, turn, 0, 0};
      if (item.kind == ItemKind::await_empty) step.phase_barrier.flip = 1;  // at first every slot is empty
      if (item.kind == ItemKind::expect) step.phase_barrier.bytes = ring.bytes;
    }
    step.access_count = out_.accesses.size() - step.first_access;
    out_.roles[a].steps[section].push_back(step);
  }

  /// The number of ops of the role that start between the issue of an op and its completion.
  [[nodiscard]] constexpr int hidden_steps(const Stream& stream, const StreamItem& item) const {
    const long ends = item.offset + loop_.ops[item.op].latency;
    int count = 0;
    for (const StreamItem& other : stream.items) {
      if (other.kind != ItemKind::op) continue;
      // In later trips it starts at offset + II, + 2 II, ...
      for (long start = other.offset; start < ends; start += ii_) {
        const bool after = start > item.offset || (start == item.offset && &other > &item);
        if (after) ++count;
      }
    }
    return count;
  }

  [[nodiscard]] constexpr StepAccess step_access(const TargetAccess& access, int iteration) const {
    StepAccess out;
    const int slots = slots_[access.buffer];
    out.buffer = access.buffer;
    out.mode = access.mode;
    out.version = -access.distance;
    // A version before the first iteration has a slot, too.
    out.slot = ((iteration - access.distance) % slots + slots) % slots;
    out.slot_step = slots == 1 ? 0 : 1;
    return out;
  }

  [[nodiscard]] constexpr int ring_of(const TargetLoop& loop, int op) const {
    for (int r = 0; r < rings_.size(); ++r) {
      for (int b : rings_[r].buffers) {
        if (loop.writer(b) == op) return r;
      }
    }
    return -1;
  }

  /// Consumes the sums at the end, because they may still be in flight. The role itself consumes sums in registers; the
  /// last role, which may be the same, consumes sums in tensor memory after a signal that they are complete.
  constexpr void take_results(int a, Section section, int iteration, int turn) {
    const bool takes_tensor = of_[a] + 1 == loop_.roles.size();
    // A role that waits for all sums has signalled its own before.
    if (const Counter counter = counter_of_tensor_sums(of_[a]); counter != Counter::none) {
      signal(a, section, Action::arrive, counter, sums_done_);
    }
    if (takes_tensor && sums_done_ >= 0) signal(a, section, Action::await, Counter::none, sums_done_);
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      const TargetBuffer& buffer = loop_.buffers[b];
      if (!in_flight_at_end(b)) continue;
      if (buffer.space == Space::tensor ? !takes_tensor : loop_.ops[loop_.writer(b)].role != of_[a]) continue;
      Step step;
      step.action = Action::consume;
      step.section = section;
      step.entry = entries(a, section);
      step.tile = iteration;
      step.tile_step = turn;
      step.first_access = out_.accesses.size();
      StepAccess access;
      access.buffer = b;
      out_.accesses.push_back(access);
      step.access_count = 1;
      out_.roles[a].steps[section].push_back(step);
    }
  }

  /// Is it a sum that asynchronous ops write?
  [[nodiscard]] constexpr bool in_flight_at_end(int b) const {
    const int writer = loop_.writer(b);
    return loop_.buffers[b].sum && writer >= 0 && loop_.ops[writer].asynchronous();
  }

  /// The counter of the ops of a role that add to sums in tensor memory; none: it has no such op.
  [[nodiscard]] constexpr Counter counter_of_tensor_sums(int role) const {
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      if (!in_flight_at_end(b) || loop_.buffers[b].space != Space::tensor) continue;
      if (const TargetOp& op = loop_.ops[loop_.writer(b)]; op.role == role) return op.counter;
    }
    return Counter::none;
  }

  /// An arrival or a wait at a phase barrier with a single slot.
  constexpr void signal(int a, Section section, Action action, Counter counter, int barrier) {
    Step step;
    step.action = action;
    step.counter = counter;
    step.section = section;
    step.entry = entries(a, section);
    step.phase_barrier.barrier = barrier;
    out_.roles[a].steps[section].push_back(step);
  }

  const TargetLoop& loop_;
  const Vector<int>& slots_;
  const Vector<Ring>& rings_;
  const Vector<Stream>& streams_;
  long ii_;
  WaveProgram out_;
  Vector<int> sequence_;  // by op: its accumulator
  Vector<int> of_;        // by role of the program: the role of the loop
  Vector<int> group_;     // by role of the program: the group
  int turns_ = -1;        // the first of the groups' named barriers; -1: none
  int sums_done_ = -1;    // phase barrier that signals that sums in tensor memory are complete; -1: none
};

}  // namespace stretto::detail
