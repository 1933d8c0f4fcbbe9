// One run of a wave program on the abstract state. Each role advances step by step as far as it can. A role that waits
// for others continues when they have arrived. This is one interleaving; docs/verification.md explains why it
// represents all.
#pragma once

#include <stretto/verify/place_run.hpp>
#include <stretto/verify/register_pool.hpp>

namespace stretto::detail {

class AbstractRun : private PlaceRun {
 public:
  constexpr AbstractRun(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency,
                        Findings& findings)
      : PlaceRun(program, cells, latency, findings) {
    for (const Role& role : program.roles) {
      const Vector<Step>& teardown = role.steps.teardown;
      has_teardown_ = has_teardown_ || !teardown.empty();
      meets_at_end_ = meets_at_end_ && teardown.size() == 1 && teardown[0].action == Action::barrier &&
                      !teardown[0].phase_barrier.present();
    }
    remote_matters_ = workgroups_ > 1 && !meets_at_end_;
  }

  /// Do steps follow the last run that must be executed to know what they do?
  [[nodiscard]] constexpr bool has_teardown() const { return has_teardown_ && !meets_at_end_; }

  [[nodiscard]] constexpr const ClockLayout& layout() const { return layout_; }
  /// Are margins in cycles computed?
  [[nodiscard]] constexpr bool timed() const { return bounded_; }

  [[nodiscard]] constexpr AbstractState start() const {
    AbstractState state;
    const int roles = program_.roles.size();
    for (const Role& declared : program_.roles) {
      RoleState role;
      role.section = declared.steps.setup.empty() ? Section::prologue : Section::setup;
      role.known.resize(layout_.size(), 0);
      role.consumed.resize(program_.accumulators, not_its_own);
      for (const Section section : all_sections) {
        for (const Step& step : declared.steps[section]) {
          if (step.action == Action::consume && step.accumulator >= 0) role.consumed[step.accumulator] = 0;
        }
      }
      state.roles.push_back(role);
    }
    for (int i = 0; i < layout_.places(); ++i) {
      PhaseState place;
      place.gathered.resize(layout_.size(), 0);
      place.released.resize(layout_.size(), 0);
      place.waited_phase.resize(roles, never_waited);
      place.waited_epoch.resize(roles, 0);
      state.places.push_back(place);
    }
    state.writes.resize(cells_.count() * roles);
    for (const Role& declared : program_.roles) {
      for (const Step& step : declared.steps.setup) {
        if (step.action == Action::init) state.inits.resize(program_.phase_barriers.size());
      }
    }
    if (cells_.fences_matter()) state.async_writes.resize(state.writes.size());
    if (remote_matters_) state.remote.resize(roles * workgroups_);
    state.pools.resize(workgroups_, program_.spare_registers);
    return state;
  }

  /// Runs until no role can advance. True: all roles are at their end, or some role has made the trips that are allowed
  /// (`trips_final` is not set). False: deadlock, the roles wait for each other.
  constexpr bool advance(AbstractState& state) const {
    while (true) {
      bool moved = true;
      while (moved) {
        moved = false;
        for (int a = 0; a < state.roles.size(); ++a) moved = go_on(state, a) || moved;
      }
      int at_barrier = 0;
      int at_head = 0;
      int finished = 0;
      for (const RoleState& role : state.roles) {
        at_barrier += role.stop == Stop::barrier ? 1 : 0;
        at_head += role.stop == Stop::head ? 1 : 0;
        finished += role.stop == Stop::finished ? 1 : 0;
      }
      if (at_barrier == state.roles.size()) {
        pass_barrier(state);
        continue;
      }
      if (finished == state.roles.size()) {
        finish(state);
        return true;
      }
      if (at_head > 0) return true;
      stuck(state);
      return false;
    }
  }

  /// Begins the next run of a persistent program, in the state in which this run ended.
  constexpr void begin_again(AbstractState& state) const {
    state.base += state.trips_allowed + program_.tiles / program_.tiles_per_trip;
    state.trips_allowed = 0;
    state.trips_final = false;
    for (RoleState& role : state.roles) {
      role.section = Section::prologue;
      role.index = 0;
      role.trip = state.base;
      role.start = state.base;
      ++role.run;
      role.stop = Stop::none;
    }
  }

 private:
  /// Runs a role until it stops. False: it did not move.
  constexpr bool go_on(AbstractState& state, int a) const {
    RoleState& role = state.roles[a];
    const Role& declared = program_.roles[a];
    if (role.stop == Stop::finished || role.stop == Stop::barrier) return false;
    bool moved = false;
    const bool absent = !declared.takes_part(role.run);
    while (true) {
      const Vector<Step>& steps = declared.steps[role.section];
      const bool skipped = absent && role.section != Section::setup && role.section != Section::teardown;
      if (role.index < steps.size() && !skipped) {
        const Step& step = steps[role.index];
        const bool at_phase = step.phase_barrier.present();
        if (at_phase && !pass_phase(state, a, step)) {
          role.stop = Stop::phase;
          return moved;
        }
        if (step.action == Action::registers && !take_registers(state, a, step)) {
          role.stop = Stop::pool;
          return moved;
        }
        role.stop = Stop::none;
        moved = true;
        execute(state, a, step);
        ++role.index;
        if (step.action == Action::barrier && !at_phase) {
          role.stop = Stop::barrier;
          return true;
        }
        continue;
      }
      if (role.section == Section::teardown || (role.section == Section::epilogue && !state.last_run)) {
        role.stop = Stop::finished;
        return true;
      }
      if (role.section == Section::epilogue || role.section == Section::setup) {
        role.section = role.section == Section::setup ? Section::prologue : Section::teardown;
        role.index = 0;
        moved = true;
        continue;
      }
      // The loop head, after `done` trips. Below the smallest trip count a role may have no trip to make.
      const int all = state.trips_allowed + declared.extra_trips;
      const int done = absent ? all : role.section == Section::prologue ? 0 : role.trip - state.base + 1;
      const bool last = done >= all;
      if (last && !state.trips_final) {
        role.stop = Stop::head;
        return moved;
      }
      role.stop = Stop::none;
      role.section = last ? Section::epilogue : Section::kernel;
      role.trip = state.base + done;
      role.index = 0;
      moved = true;
    }
  }

  /// All waves have arrived at the workgroup barrier: every role now knows what any wave had done and known before it.
  constexpr void pass_barrier(AbstractState& state) const {
    int longest = 0;
    const int roles = state.roles.size();
    for (int a = 0; a < roles; ++a) {
      RoleState& role = state.roles[a];
      role.stop = Stop::none;
      longest = role.elapsed > longest ? role.elapsed : longest;
      role.elapsed = 0;
      ++role.epoch;
    }
    for (RoleState& role : state.roles) {
      for (int a = 0; a < roles; ++a) role.known[a] = state.roles[a].epoch;
    }
    for (int c = roles; c < layout_.size(); ++c) {
      int most = 0;
      for (const RoleState& role : state.roles) most = role.known[c] > most ? role.known[c] : most;
      for (RoleState& role : state.roles) role.known[c] = most;
    }
    if (layout_.first_told() < layout_.first_certain()) {
      for (int a = 0; a < roles; ++a) forget_told(state, a);
    }
    if (!state.inits.empty()) forget_inits(state);
    state.clock += longest;
  }

  constexpr void execute(AbstractState& state, int a, const Step& step) const {
    RoleState& role = state.roles[a];
    switch (step.action) {
      case Action::consume:
      case Action::fetch:
      case Action::move: touch(state, a, step); break;
      case Action::wait:
        later(role, step.counter == Counter::vm ? unbounded : read_latency(role));
        retire(state, a, step.counter, step.count);
        break;
      case Action::barrier:
        // A named barrier waits for no memory operation.
        if (!step.phase_barrier.present() && program_.barriers == BarrierKind::draining) {
          retire(state, a, Counter::lgkm, 0);
        }
        return;
      case Action::arrive: arrive(state, a, step); break;
      case Action::fence:
        if (step.counter == Counter::mma) {
          fence_registers(state, a);
        } else {
          fence_inits(state, a);
          fence_proxies(state, a);
        }
        break;
      case Action::init_fence: fence_inits(state, a); break;
      case Action::init: state.inits[step.phase_barrier.barrier].step = instance(role, a, step); break;
      case Action::nothing:
      case Action::registers:
      case Action::await: break;
    }
    later(role, latency_.issue_max);
  }

  /// Executes a step that reads and writes places. It reads first.
  constexpr void touch(AbstractState& state, int a, const Step& step) const {
    RoleState& role = state.roles[a];
    if (program_.registers == RegisterReading::interlocked) await_registers(state, a, step);
    const int capacity = program_.limits.capacity(step.counter);
    if (is_queued(step.counter)) retire(state, a, step.counter, capacity - 1);

    Reading reading;
    reading.self = instance(role, a, step);
    reading.step = &step;
    reading.issued = issued(state, reading.self, step, step.counter);
    if (coupled_counters_ && step.counter == Counter::store) {
      reading.stored = issued(state, reading.self, step, Counter::stored);
    }
    if (fences_) reading.async = through_async_proxy(step.counter);
    reading.first_read = state.reads.size();
    reading.first_conflict = state.conflicts.size();
    const int tile = step.tile + role.trip * step.tile_step;
    if (mma_fences_ && step.counter == Counter::mma) check_mma_fences(state, reading);
    if (remote_matters_) note_remote_accesses(state, reading.self, step);
    if (reading.consumes()) {
      const bool counts = step.action == Action::consume && step.accumulator >= 0;
      reading.number = counts ? role.consumed[step.accumulator]++ : tile;
      reading.rate = counts ? program_.tiles_per_trip : step.tile_step;
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::read && access.made(role)) read(state, reading, access);
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write) leave(state, reading, access, tile);
    }
    if (reading.forgets) forget_reads(state);
    if (step.counter == Counter::bytes) send_bytes(state, reading.self, step);
    if (is_queued(step.counter)) {
      enqueue(role, step.counter, reading.self, step, reading.issued.execution);
      if (coupled_counters_ && step.counter == Counter::store) {
        enqueue(role, Counter::stored, reading.self, step, reading.stored.execution);
      }
      retire(state, a, step.counter, capacity);  // issuing its later operations waits for the oldest ones
    }
    later(role, step.action == Action::consume ? latency_.compute_max : (step.weight - 1) * latency_.issue_max);
  }

  static constexpr void enqueue(RoleState& role, Counter counter, const StepInstance& self, const Step& step,
                                long execution) {
    PendingQueue& queue = queue_of(role, counter);
    queue.newest = self;
    queue.push({self.section, self.index, self.moment(), step.weight, ++queue.issued, execution});
  }

  /// Records accesses to the memory of other workgroups. Those of bulk loads are known from their phases.
  constexpr void note_remote_accesses(AbstractState& state, const StepInstance& self, const Step& step) const {
    if (step.counter == Counter::bytes) return;
    for (int i = 0; i < step.access_count; ++i) {
      const Buffer& buffer = program_.buffers[program_.accesses[step.first_access + i].buffer];
      if (buffer.space != Space::shared && buffer.space != Space::tensor) continue;
      note_remote(state, self, buffer.workgroup, state.roles[self.role].epoch + 1);
    }
  }

  /// Takes registers from the pool of the workgroup, or gives some up. False: the pool holds too few.
  constexpr bool take_registers(AbstractState& state, int a, const Step& step) const {
    const int workgroup = program_.roles[a].workgroup;
    const int count = step.count * program_.roles[a].waves;
    if (count > state.pools[workgroup]) return false;
    state.pools[workgroup] -= count;
    // In another order, other roles may come first.
    if (count > 0 && certain_registers_at(program_, program_.roles[a], state.roles[a].index) < 0) {
      phase_hazard(state, {}, instance(state.roles[a], a, step));
    }
    return true;
  }

  /// Records what the step leaves in a place that it writes.
  constexpr void leave(AbstractState& state, Reading& reading, const StepAccess& access, int tile) const {
    const Step& step = *reading.step;
    replace_result(state, record_of(cells_.cell(access, reading.self), reading.self.role), reading);
    const bool early = before_all_heads(reading.self.section);
    if (step.action == Action::fetch) {
      return write(state, reading, access, tile, early ? any_rate : step.tile_step, ~0U);
    }
    if (reading.consumes()) {
      return write(state, reading, access, reading.number + access.version, early ? any_rate : reading.rate, ~0U);
    }
    // A wave that read nothing leaves garbage, as does a wave that read garbage.
    const unsigned good = reading.readers & ~reading.spoilt;
    write(state, reading, access, good == 0 ? garbage : reading.content, reading.content_rate, good);
  }

  /// The evidence that will show that the accesses of a step issued now are complete.
  [[nodiscard]] constexpr Evidence issued(AbstractState& state, const StepInstance& self, const Step& step,
                                          Counter counter) const {
    const RoleState& role = state.roles[self.role];
    Evidence done;
    done.execution = ++state.executed;
    if (counter == Counter::none) {
      done.epoch = role.epoch;
    } else if (is_queued(counter)) {
      done.value = queue_of(role, counter).issued + 1;
    } else if (step.phase_barrier.bytes > 0) {
      const int place = place_of(step.phase_barrier, self);
      done.component = layout_.phases(place);
      done.value = state.places[place].complete + 1;
    }
    return done;
  }

  /// Interlocked registers: a wave that accesses them waits for their pending writes, and so for all older operations.
  constexpr void await_registers(AbstractState& state, int a, const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!cells_.in_registers(access) || !access.made(state.roles[a])) continue;
      // If only some waves wait, the operation is not complete in all of them.
      if (!cells_.in_all_waves(a, access)) continue;
      const int cell = cells_.cell(access, state.roles[a]);
      const int record = record_of(cell, a);
      // The last write suffices: it waited for the writes before it.
      await_write(state, a, state.writes[record].step, state.writes[record].done);
      for (int k = 0; k < cells_.overlap_count(cell); ++k) {
        const WriteRecord& other = state.writes[record_of(cells_.overlap(cell, k), a)];
        await_write(state, a, other.step, other.done);
      }
    }
  }
  constexpr void await_write(AbstractState& state, int a, const StepInstance& at, const Evidence& done) const {
    if (!at.present() || over(state, done, a)) return;
    const Counter counter = step_at(at).counter;
    if (counter == Counter::scalar) see_complete(state, a, done);
    if (counter != Counter::vm && counter != Counter::lgkm) return;
    const PendingQueue& queue = queue_of(state.roles[a], counter);
    int newer = queue.total;
    for (int q = 0; q < queue.size(); ++q) {
      newer -= queue.at(q).weight;
      if (queue.at(q).execution == done.execution) break;
    }
    retire(state, a, counter, newer);
    later(state.roles[a], counter == Counter::vm ? unbounded : read_latency(state.roles[a]));
  }

  /// A scalar operation was waited for; the others may still be in flight.
  constexpr void see_complete(AbstractState& state, int a, const Evidence& done) const {
    const PendingQueue& queue = state.roles[a].scalar;
    for (int q = 0; q < queue.size(); ++q) {
      if (queue.at(q).execution != done.execution) continue;
      const PendingOp op = queue.at(q);
      note(state, a, op, {state.roles[a].epoch, -1});
      return;
    }
  }

  constexpr void finish(AbstractState& state) const {
    // Where the teardown is nothing but a meeting, it is not executed in a persistent program.
    const bool meets_next = program_.persistent && meets_at_end_ && !state.last_run;
    if (state.last_run || !has_teardown_ || meets_next) check_nothing_left(state, meets_next);
    const int due = program_.tiles + (state.base + state.trips_allowed) * program_.tiles_per_trip;
    for (int a = 0; a < state.roles.size(); ++a) {
      if (!program_.roles[a].takes_part(state.roles[a].run)) count_absence(state, a);
      for (int cell = 0; !program_.persistent && cell < cells_.count(); ++cell) {
        if (in_registers(cell)) report_dead(state, record_of(cell, a));
      }
      for (int count : state.roles[a].consumed) {
        if (count == due || count == not_its_own) continue;
        Hazard hazard;
        hazard.kind = HazardKind::content;
        hazard.verdict = Verdict::race;
        hazard.tile_due = due;
        hazard.tile_found = count;
        hazard.trips = state.trips_allowed;
        hazard.second.role = a;
        findings_.found(hazard);
      }
    }
  }

  /// A role counts the K tiles of a run that it does not take part in.
  constexpr void count_absence(AbstractState& state, int a) const {
    for (int& count : state.roles[a].consumed) {
      if (count != not_its_own) count += program_.tiles + state.trips_allowed * program_.tiles_per_trip;
    }
  }

  bool has_teardown_ = false;
  bool meets_at_end_ = true;  // the teardown of every role is one workgroup barrier
};

}  // namespace stretto::detail
