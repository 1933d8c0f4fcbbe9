// One run of a wave program on the abstract state: each agent goes on as far as it can, step by step; whoever waits for
// others goes on when they have come. This is one interleaving. docs/verification.md says why it speaks for all.
#pragma once

#include <stretto/verify/place_run.hpp>

namespace stretto::detail {

class AbstractRun : private PlaceRun {
 public:
  constexpr AbstractRun(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency,
                        Findings& findings)
      : PlaceRun(program, cells, latency, findings) {}

  [[nodiscard]] constexpr const ClockLayout& layout() const { return layout_; }
  /// Can there be margins?
  [[nodiscard]] constexpr bool timed() const { return bounded_; }

  [[nodiscard]] constexpr AbstractState start() const {
    AbstractState state;
    const int agents = program_.agents.size();
    for (const Agent& declared : program_.agents) {
      AgentState agent;
      agent.known.resize(layout_.size(), 0);
      agent.consumed.resize(program_.accumulators, not_its_own);
      for (const Phase phase : all_phases) {
        for (const Step& step : declared.steps(phase)) {
          if (step.action == Action::consume && step.accumulator >= 0) agent.consumed[step.accumulator] = 0;
        }
      }
      state.agents.push_back(agent);
    }
    for (int i = 0; i < layout_.places(); ++i) {
      PhaseState place;
      place.gathered.resize(layout_.size(), 0);
      place.released.resize(layout_.size(), 0);
      place.waited_phase.resize(agents, never_waited);
      place.waited_epoch.resize(agents, 0);
      state.places.push_back(place);
    }
    state.writes.resize(cells_.count() * agents);
    return state;
  }

  /// Runs until no agent can go on: all have made the trips that are allowed, or, when their number is final, are at
  /// the end, or they wait for each other. False: the latter, and nobody will ever come.
  constexpr bool advance(AbstractState& state) const {
    while (true) {
      bool moved = true;
      while (moved) {
        moved = false;
        for (int a = 0; a < state.agents.size(); ++a) moved = go_on(state, a) || moved;
      }
      int at_barrier = 0;
      int at_head = 0;
      int finished = 0;
      for (const AgentState& agent : state.agents) {
        at_barrier += agent.stop == Stop::barrier ? 1 : 0;
        at_head += agent.stop == Stop::head ? 1 : 0;
        finished += agent.stop == Stop::finished ? 1 : 0;
      }
      if (at_barrier == state.agents.size()) {
        pass_barrier(state);
        continue;
      }
      if (finished == state.agents.size()) {
        finish(state);
        return true;
      }
      if (at_head > 0) return true;
      stuck(state);
      return false;
    }
  }

  /// The next run of a persistent program begins where this one ended.
  constexpr void begin_again(AbstractState& state) const {
    state.base += state.trips_allowed + program_.tiles / program_.tiles_per_trip;
    state.trips_allowed = 0;
    state.trips_final = false;
    for (AgentState& agent : state.agents) {
      agent.phase = Phase::prologue;
      agent.index = 0;
      agent.trip = state.base;
      agent.stop = Stop::none;
    }
  }

 private:
  /// Runs an agent until it stops. False: it stands where it stood.
  constexpr bool go_on(AbstractState& state, int a) const {
    AgentState& agent = state.agents[a];
    const Agent& declared = program_.agents[a];
    if (agent.stop == Stop::finished || agent.stop == Stop::barrier) return false;
    bool moved = false;
    while (true) {
      const Vector<Step>& steps = declared.steps(agent.phase);
      if (agent.index < steps.size()) {
        const Step& step = steps[agent.index];
        if (step.phase_barrier.present() && !pass_phase(state, a, step)) {
          agent.stop = Stop::phase;
          return moved;
        }
        agent.stop = Stop::none;
        moved = true;
        execute(state, a, step);
        ++agent.index;
        if (step.action == Action::barrier && !step.phase_barrier.present()) {
          agent.stop = Stop::barrier;
          return true;
        }
        continue;
      }
      if (agent.phase == Phase::epilogue) {
        agent.stop = Stop::finished;
        return true;
      }
      // The loop head, with `done` trips made. Before the smallest trip count an agent may have none to make.
      const int done = agent.phase == Phase::prologue ? 0 : agent.trip - state.base + 1;
      const bool last = done >= state.trips_allowed + declared.extra_trips;
      if (last && !state.trips_final) {
        agent.stop = Stop::head;
        return moved;
      }
      agent.stop = Stop::none;
      agent.phase = last ? Phase::epilogue : Phase::kernel;
      agent.trip = state.base + done;
      agent.index = 0;
      moved = true;
    }
  }

  /// All waves have arrived at the workgroup's barrier: what was before it in any of them, all know of.
  constexpr void pass_barrier(AbstractState& state) const {
    int longest = 0;
    const int agents = state.agents.size();
    for (int a = 0; a < agents; ++a) {
      AgentState& agent = state.agents[a];
      agent.stop = Stop::none;
      longest = agent.elapsed > longest ? agent.elapsed : longest;
      agent.elapsed = 0;
      ++agent.epoch;
    }
    for (AgentState& agent : state.agents) {
      for (int a = 0; a < agents; ++a) agent.known[a] = state.agents[a].epoch;
    }
    for (int c = agents; c < layout_.size(); ++c) {
      int most = 0;
      for (const AgentState& agent : state.agents) most = agent.known[c] > most ? agent.known[c] : most;
      for (AgentState& agent : state.agents) agent.known[c] = most;
    }
    if (layout_.first_told() < layout_.first_certain()) {
      for (int a = 0; a < agents; ++a) forget_told(state, a);
    }
    state.clock += longest;
  }

  constexpr void execute(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    switch (step.action) {
      case Action::nothing:
      case Action::await: break;
      case Action::arrive: arrive(state, a, step); break;
      case Action::barrier:
        // A named barrier waits for no memory.
        if (!step.phase_barrier.present() && program_.barriers == BarrierKind::draining) {
          retire(state, a, Counter::lgkm, 0);
        }
        return;
      case Action::wait:
        later(agent, step.counter == Counter::vm ? unbounded : read_latency(agent));
        retire(state, a, step.counter, step.count);
        break;
      case Action::consume:
      case Action::fetch:
      case Action::move: touch(state, a, step); break;
    }
    later(agent, latency_.issue_max);
  }

  /// A step that reads and writes places: it reads first.
  constexpr void touch(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    if (program_.registers == RegisterReading::interlocked) await_registers(state, a, step);
    const int capacity = program_.limits.capacity(step.counter);
    if (is_queued(step.counter)) retire(state, a, step.counter, capacity - 1);

    Reading reading;
    reading.self = instance(agent, a, step);
    reading.step = &step;
    reading.issued = issued(state, reading.self, step);
    reading.first_read = state.reads.size();
    reading.first_conflict = state.conflicts.size();
    const int tile = step.tile + agent.trip * step.tile_step;
    if (reading.consumes()) {
      reading.number = step.accumulator >= 0 ? agent.consumed[step.accumulator]++ : tile;
      reading.rate = step.accumulator >= 0 ? program_.tiles_per_trip : step.tile_step;
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::read) read(state, reading, access);
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write) leave(state, reading, access, tile);
    }
    if (reading.forgets) forget_reads(state);
    if (step.counter == Counter::bytes) send_bytes(state, reading.self, step);
    if (is_queued(step.counter)) {
      PendingQueue& queue = agent.queue(step.counter);
      queue.newest = reading.self;
      queue.push({agent.phase, agent.index, agent.trip, step.weight, ++queue.issued, reading.issued.execution});
      retire(state, a, step.counter, capacity);  // its later hardware operations push out the oldest
    }
    later(agent, reading.consumes() ? latency_.compute_max : (step.weight - 1) * latency_.issue_max);
  }

  /// What the step leaves in a place that it writes.
  constexpr void leave(AbstractState& state, Reading& reading, const StepAccess& access, int tile) const {
    const Step& step = *reading.step;
    replace_result(state, record_of(cells_.cell(access, reading.self.trip), reading.self.agent), reading);
    const bool before_all_heads = reading.self.phase == Phase::prologue && !program_.persistent;
    if (reading.consumes()) {
      return write(state, reading, access, reading.due(access), before_all_heads ? any_rate : reading.rate, ~0U);
    }
    if (step.action == Action::fetch) {
      return write(state, reading, access, tile, before_all_heads ? any_rate : step.tile_step, ~0U);
    }
    // A wave that read nothing leaves garbage, like one that read garbage.
    const unsigned good = reading.readers & ~reading.spoilt;
    write(state, reading, access, good == 0 ? garbage : reading.content, reading.content_rate, good);
  }

  /// How the accesses of a step that is issued now will be known to be over.
  [[nodiscard]] constexpr Evidence issued(AbstractState& state, const StepInstance& self, const Step& step) const {
    const AgentState& agent = state.agents[self.agent];
    Evidence done;
    done.execution = ++state.executed;
    if (step.counter == Counter::none) {
      done.epoch = agent.epoch;
    } else if (is_queued(step.counter)) {
      done.value = agent.queue(step.counter).issued + 1;
    } else if (step.phase_barrier.bytes > 0) {
      const int place = place_of(step.phase_barrier, self.trip);
      done.component = layout_.phases(place);
      done.value = state.places[place].complete + 1;
    }
    return done;
  }

  /// Interlocked registers: in waves that touch them the pending writes complete, and so what is older.
  constexpr void await_registers(AbstractState& state, int a, const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!cells_.in_registers(access)) continue;
      // What only some waves wait for is not complete in all.
      if (!cells_.in_all_waves(a, access)) continue;
      const int record = record_of(cells_.cell(access, state.agents[a].trip), a);
      // Whoever wrote it has waited for the writes before.
      await_write(state, a, state.writes[record].step, state.writes[record].done);
    }
  }
  constexpr void await_write(AbstractState& state, int a, const StepInstance& at, const Evidence& done) const {
    if (!at.present() || over(state, done, a)) return;
    const Counter counter = step_at(at).counter;
    if (counter != Counter::vm && counter != Counter::lgkm) return;
    const PendingQueue& queue = state.agents[a].queue(counter);
    int newer = queue.total;
    for (int q = 0; q < queue.size(); ++q) {
      newer -= queue.at(q).weight;
      if (queue.at(q).execution == done.execution) break;
    }
    retire(state, a, counter, newer);
    later(state.agents[a], counter == Counter::vm ? unbounded : read_latency(state.agents[a]));
  }

  constexpr void finish(AbstractState& state) const {
    check_nothing_left(state);
    const int due = program_.tiles + (state.base + state.trips_allowed) * program_.tiles_per_trip;
    for (int a = 0; a < state.agents.size(); ++a) {
      for (int cell = 0; !program_.persistent && cell < cells_.count(); ++cell) {
        if (in_registers(cell)) report_dead(state, record_of(cell, a));
      }
      for (int count : state.agents[a].consumed) {
        if (count == due || count == not_its_own) continue;
        Hazard hazard;
        hazard.kind = HazardKind::content;
        hazard.verdict = Verdict::race;
        hazard.tile_due = due;
        hazard.tile_found = count;
        hazard.trips = state.trips_allowed;
        hazard.second.agent = a;
        findings_.found(hazard);
      }
    }
  }
};

}  // namespace stretto::detail
