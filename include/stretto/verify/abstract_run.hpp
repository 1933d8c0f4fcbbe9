// One run of a wave program on the abstract state: every read meets the writes of its place, every write the reads and
// the write before it, and what is not ordered is found.
//
//   flow     the write of the tile that is due has completed, in every contributing agent, before the read is issued
//   anti     the read of the old content has completed before the write is issued
//   output   the write before has completed before the write is issued
//   content  the value that a consume takes is the tile that is due: the n-th consume of an accumulator takes tile n
//   progress nobody waits forever, and every arrival and every wait is of one phase in every interleaving
//
// Completion is known from a wait, a full counter, an interlock or a phase, in order within a counter. A read counts
// only when its result is consumed: conflicts of a fragment are kept until then.
#pragma once

#include <stretto/verify/phase_run.hpp>

namespace stretto::detail {

class AbstractRun : private PhaseRun {
 public:
  constexpr AbstractRun(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency,
                        Findings& findings)
      : PhaseRun(program, cells, findings), latency_(latency), waves_(program.waves()) {
    for (const Agent& agent : program.agents) {
      for (const Phase phase : all_phases) {
        for (const Step& step : agent.steps(phase)) {
          registers_read_late_ =
              registers_read_late_ || (step.action == Action::consume && step.counter == Counter::mma);
        }
      }
    }
  }

  [[nodiscard]] constexpr AbstractState start() const {
    AbstractState state;
    const int agents = program_.agents.size();
    int places = 0;
    for (const PhaseBarrier& barrier : program_.phase_barriers) places += barrier.slots;
    const int clock_size = 3 * agents + 2 * places;
    for (const Agent& declared : program_.agents) {
      AgentState agent;
      agent.known.resize(clock_size, 0);
      agent.consumed.resize(program_.accumulators, not_its_own);
      for (const Phase phase : all_phases) {
        for (const Step& step : declared.steps(phase)) {
          if (step.action == Action::consume && step.accumulator >= 0) agent.consumed[step.accumulator] = 0;
        }
      }
      state.agents.push_back(agent);
    }
    for (int i = 0; i < places; ++i) {
      PhaseState place;
      place.gathered.resize(clock_size, 0);
      place.released.resize(clock_size, 0);
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
      // The loop head, with `done` trips made.
      const int done = agent.phase == Phase::prologue ? 0 : agent.trip - state.base + 1;
      const bool last = done == state.trips_allowed + declared.extra_trips;
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
    for (int c = agents; c < state.agents[0].known.size(); ++c) {
      int most = 0;
      for (const AgentState& agent : state.agents) most = agent.known[c] > most ? agent.known[c] : most;
      for (AgentState& agent : state.agents) agent.known[c] = most;
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
        if (program_.barriers == BarrierKind::draining) retire(state, a, Counter::lgkm, 0);
        return;
      case Action::wait:
        later(agent, step.counter == Counter::vm ? unbounded : read_latency(agent));
        retire(state, a, step.counter, step.count);
        break;
      case Action::consume:
        consume(state, a, step);
        later(agent, latency_.compute_max);
        break;
      case Action::fetch:
      case Action::move: issue(state, a, step); break;
    }
    later(agent, latency_.issue_max);
  }

  // --- asynchronous steps

  constexpr void issue(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    const StepInstance self{a, agent.phase, agent.index, step.entry, agent.trip};
    if (program_.registers == RegisterReading::interlocked) await_registers(state, a, step);
    const int capacity = program_.limits.capacity(step.counter);
    if (in_queue(step.counter)) retire(state, a, step.counter, capacity - 1);

    int destination = no_destination;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write && cells_.in_registers(access))
        destination = cells_.cell(access, agent.trip);
    }
    // Registers change hands before anything of the new value is noted.
    if (destination != no_destination) replace_value(state, a, destination);

    int tile = step.action == Action::fetch ? step.tile + agent.trip * step.tile_step : any_tile;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::read) continue;
      tile = joined(tile, cells_.in_registers(access) ? read_register(state, self, access)
                                                      : read_shared(state, self, step, access, destination));
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write) write(state, self, step, access, tile);
    }
    if (step.counter == Counter::none) return;
    if (step.counter == Counter::bytes) {
      send_bytes(state, self, step);
      return;
    }
    enqueue(agent, step);
    retire(state, a, step.counter, capacity);  // its later hardware operations push out the oldest
    later(agent, (step.weight - 1) * latency_.issue_max);
  }

  /// A bulk load is complete with the phase that its bytes come in.
  constexpr void send_bytes(AbstractState& state, const StepInstance& self, const Step& step) const {
    // Nothing comes of a load without bytes.
    if (step.phase_barrier.bytes == 0) return;
    const int p = place_of(step.phase_barrier, self.trip);
    enter_phase(state, self, p);
    const int waves = program_.agents[self.agent].waves;
    state.places[p].bytes -= step.phase_barrier.bytes * waves;
    tell_by_bytes(state, self.agent, p);
    complete(state, self.agent, {self.phase, self.index, self.trip, 0}, {state.places[p].complete + 1, p});
    complete_phase(state, p, step.phase_barrier.barrier);
  }

  static constexpr bool in_queue(Counter counter) { return counter != Counter::none && counter != Counter::bytes; }

  /// The tile of a value with these parts.
  static constexpr int joined(int a, int b) {
    if (a == any_tile) return b;
    return b == any_tile || a == b ? a : no_tile;
  }

  /// The tile that a read of shared memory surely sees: that of the parts that are in order.
  constexpr int read_shared(AbstractState& state, const StepInstance& self, const Step& step, const StepAccess& access,
                            int destination, int due = any_tile) const {
    const int cell = cells_.cell(access, self.trip);
    const unsigned contributors = cells_.contributors(access);
    const AgentState& reader = state.agents[self.agent];
    int tile = any_tile;
    for (int a = 0; a < program_.agents.size(); ++a) {
      if ((contributors >> a & 1U) == 0) continue;
      const WriteRecord& last = state.writes[cell * program_.agents.size() + a];
      if (last.step.present() && !ordered(state, last.done, a, self.agent) && !chained(last.step, self, cell)) {
        conflict(state,
                 {.read = self,
                  .write = last.step,
                  .overlapped = {},
                  .cell = cell,
                  .destination = destination,
                  .tile_after = last.tile,
                  .tile_before = last.tile_before,
                  .read_first = false,
                  .margin = margin(
                      last.step, state.clock - last.epoch_clock + reader.elapsed + read_latency(reader, step.weight))},
                 due);
        continue;
      }
      if (last.overlapped.present()) {
        conflict(state, {self, last.step, last.overlapped, cell, destination, last.tile, last.tile_before, false, 0},
                 due);
      } else if (last.step.present()) {
        findings_.proven(HazardKind::flow, last.step, self, cell, last.tile);
      }
      tile = joined(tile, last.tile);
    }
    note_read(state, self, step, cell, contributors, destination, due);
    return tile;
  }

  /// Until its contributors have overwritten the place, the read is remembered.
  constexpr void note_read(AbstractState& state, const StepInstance& self, const Step& step, int cell,
                           unsigned contributors, int destination, int due) const {
    const AgentState& reader = state.agents[self.agent];
    ActiveRead read;
    read.step = self;
    read.cell = cell;
    read.destination = destination;
    read.not_overwritten = contributors;
    read.issue_epoch = reader.epoch;
    read.done.value = step.counter == Counter::none ? reader.epoch : not_done;
    read.issued_after = reader.elapsed;
    read.latency = read_latency(reader, step.weight);
    read.tile_due = due == any_tile ? no_tile : due;
    read.state = destination == no_destination ? ReadState::consumed : ReadState::open;
    remember(state, read);
  }

  constexpr int read_register(AbstractState& state, const StepInstance& self, const StepAccess& access) const {
    WriteRecord& last = state.writes[cells_.cell(access, self.trip) * program_.agents.size() + self.agent];
    check_register(state, last, self, access, last.tile);
    take_value(state, self.agent, cells_.cell(access, self.trip), last.tile);
    return last.tile;
  }

  constexpr void write(AbstractState& state, const StepInstance& self, const Step& step, const StepAccess& access,
                       int tile) const {
    const int cell = cells_.cell(access, self.trip);
    WriteRecord& last = state.writes[cell * program_.agents.size() + self.agent];
    if (!cells_.in_registers(access) || registers_read_late_) overtake_reads(state, self, step, cell, tile);
    WriteRecord next;
    if (last.step.present() && !chained(last.step, self, cell)) {
      if (!over(state, last.done, self.agent)) {
        next.overlapped = last.step;
      } else {
        findings_.proven(HazardKind::output, last.step, self, cell, last.tile);
      }
    }
    next.step = self;
    next.tile = tile;
    next.tile_before = last.tile;
    next.epoch_clock = state.clock;
    next.done.value = step.counter == Counter::none ? state.agents[self.agent].epoch : not_done;
    last = next;
  }

  /// The reads of a place that is being overwritten must be over.
  constexpr void overtake_reads(AbstractState& state, const StepInstance& self, const Step& step, int cell,
                                int tile) const {
    const unsigned bit = 1U << self.agent;
    int kept = 0;
    for (int i = 0; i < state.reads.size(); ++i) {
      ActiveRead& read = state.reads[i];
      if (read.cell == cell && (read.not_overwritten & bit) != 0) {
        const bool in_registers = program_.buffers[cells_.buffer_of(cell)].per_wave();
        const bool in_order =
            in_registers ? over(state, read.done, self.agent) : ordered(state, read.done, read.step.agent, self.agent);
        if (in_order || read.step == self || chained(read.step, self, cell)) {
          findings_.proven(HazardKind::anti, read.step, self, cell, read.tile_due);
        } else {
          const bool before = read.issue_epoch < state.agents[read.step.agent].epoch;
          const int latest = before ? read.latency : read.issued_after + read.latency;
          const Conflict found{.read = read.step,
                               .write = self,
                               .overlapped = {},
                               .cell = cell,
                               .destination = read.destination,
                               .tile_after = tile,
                               .tile_before = no_tile,
                               .read_first = true,
                               .margin = step.action == Action::fetch ? margin(self, latest) : 0};
          if (read.state == ReadState::consumed) {
            resolve(state, found, read.tile_due);
          } else if (read.state == ReadState::open) {
            state.conflicts.push_back(found);
          }
        }
        read.not_overwritten &= ~bit;
      }
      if (read.not_overwritten == 0) continue;
      if (kept != i) state.reads[kept] = read;
      ++kept;
    }
    while (state.reads.size() > kept) state.reads.pop_back();
  }

  /// A place that is read again and again and never overwritten is noted once.
  constexpr void remember(AbstractState& state, const ActiveRead& read) const {
    for (ActiveRead& known : state.reads) {
      const bool same = known.cell == read.cell && known.step.agent == read.step.agent &&
                        known.step.same_entry(read.step) && known.not_overwritten == read.not_overwritten;
      if (same && known.state != ReadState::open && !known.done.pending() && long_over(state, known)) {
        known = read;
        return;
      }
    }
    state.reads.push_back(read);
  }

  /// Whoever is ordered after what the agent does now is ordered after that read.
  [[nodiscard]] constexpr bool long_over(const AbstractState& state, const ActiveRead& read) const {
    if (read.done.place >= 0) return over(state, read.done, read.step.agent);
    return read.done.value < state.agents[read.step.agent].epoch;
  }

  // --- values in registers

  constexpr void consume(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    const StepInstance self{a, agent.phase, agent.index, step.entry, agent.trip};
    if (program_.registers == RegisterReading::interlocked) await_registers(state, a, step);
    int number = step.tile + agent.trip * step.tile_step;
    if (step.accumulator >= 0) number = agent.consumed[step.accumulator]++;
    const int capacity = program_.limits.capacity(step.counter);
    if (step.counter != Counter::none) retire(state, a, step.counter, capacity - 1);
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::read) continue;
      const int due = number + access.version;
      if (!cells_.in_registers(access)) {
        consume_shared(state, self, step, access, due);
        continue;
      }
      const int cell = cells_.cell(access, agent.trip);
      const WriteRecord& last = state.writes[cell * program_.agents.size() + a];
      if (due >= 0 || last.step.present()) check_register(state, last, self, access, due);
      take_value(state, a, cell, due);
      if (step.counter == Counter::mma) note_read(state, self, step, cell, 1U << a, no_destination, due);
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::write) continue;
      if (cells_.in_registers(access)) replace_value(state, a, cells_.cell(access, agent.trip));
      write(state, self, step, access, number + access.version);
    }
    if (step.counter == Counter::none) return;
    enqueue(agent, step);
    retire(state, a, step.counter, capacity);
  }

  static constexpr void enqueue(AgentState& agent, const Step& step) {
    PendingOp op{agent.phase, agent.index, agent.trip, step.weight, 0};
    if (step.counter == Counter::copy) op.serial = ++agent.issued_copies;
    if (step.counter == Counter::tensor) op.serial = ++agent.issued_tensor;
    agent.queue(step.counter).push(op);
  }

  /// Does the step read and write the place?
  [[nodiscard]] constexpr bool accumulates(const StepInstance& at, int cell) const {
    const Step& step = program_.agents[at.agent].steps(at.phase)[at.index];
    bool reads = false;
    bool writes = false;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (cells_.cell(access, at.trip) != cell) continue;
      (access.mode == AccessMode::read ? reads : writes) = true;
    }
    return reads && writes;
  }

  /// Accumulations in one counter of tensor operations take effect one after another.
  [[nodiscard]] constexpr bool chained(const StepInstance& older, const StepInstance& self, int cell) const {
    const Counter counter = program_.agents[self.agent].steps(self.phase)[self.index].counter;
    if (counter != Counter::mma && counter != Counter::tensor) return false;
    if (!older.present() || older.agent != self.agent) return false;
    if (program_.agents[older.agent].steps(older.phase)[older.index].counter != counter) return false;
    return accumulates(self, cell) && accumulates(older, cell);
  }

  constexpr void consume_shared(AbstractState& state, const StepInstance& self, const Step& step,
                                const StepAccess& access, int due) const {
    const int tile = read_shared(state, self, step, access, no_destination, due);
    if (tile == due || tile == any_tile || (due < 0 && tile == no_tile)) return;
    const int cell = cells_.cell(access, self.trip);
    Hazard hazard = race_at(state, cell, due, tile);
    hazard.kind = HazardKind::content;
    for (int a = 0; a < program_.agents.size(); ++a) {
      const WriteRecord& last = state.writes[cell * program_.agents.size() + a];
      if (last.step.present() && last.tile != due) hazard.first = last.step;
    }
    hazard.second = self;
    findings_.found(hazard);
  }

  /// A race for a place; which steps and of what kind is left to be said.
  [[nodiscard]] constexpr Hazard race_at(const AbstractState& state, int cell, int due, int found) const {
    const Cells::Place place = cells_.place(cell);
    Hazard hazard;
    hazard.verdict = Verdict::race;
    hazard.buffer = place.buffer;
    hazard.slot = place.slot;
    hazard.subtile = place.subtile;
    hazard.tile_due = due;
    hazard.tile_found = found;
    hazard.trips = trips(state);
    return hazard;
  }

  constexpr void check_register(const AbstractState& state, const WriteRecord& last, const StepInstance& self,
                                const StepAccess& access, int due) const {
    Hazard hazard = race_at(state, cells_.cell(access, self.trip), due, last.tile);
    hazard.first = last.step;
    hazard.second = self;
    const bool wrong_tile = last.tile != due && last.tile != any_tile;
    const bool complete =
        over(state, last.done, self.agent) || chained(last.step, self, cells_.cell(access, self.trip));
    if (last.overlapped.present()) {
      hazard.kind = HazardKind::output;
      hazard.first = last.overlapped;
      hazard.second = last.step;
    } else if (last.step.present() && !complete) {
      hazard.kind = HazardKind::flow;
    } else if (!last.step.present() || wrong_tile) {
      hazard.kind = HazardKind::content;
    } else {
      findings_.proven(HazardKind::flow, last.step, self, cells_.cell(access, self.trip), due);
      return;
    }
    findings_.found(hazard);
  }

  /// The value in a register cell is taken as tile `due`: what spoils it matters from now on.
  constexpr void take_value(AbstractState& state, int a, int cell, int due) const {
    WriteRecord& last = state.writes[cell * program_.agents.size() + a];
    if (last.consumed) return;
    last.consumed = true;
    for (ActiveRead& read : state.reads) {
      if (read.state == ReadState::open && read.destination == cell && read.step.agent == a) {
        read.state = ReadState::consumed;
        read.tile_due = due;
      }
    }
    if (state.conflicts.empty()) return;
    Vector<Conflict> others;
    for (const Conflict& conflict : state.conflicts) {
      if (conflict.destination == cell && conflict.read.agent == a) {
        resolve(state, conflict, due);
      } else {
        others.push_back(conflict);
      }
    }
    state.conflicts = static_cast<Vector<Conflict>&&>(others);
  }

  /// The value in a register cell is about to be overwritten, or the run ends: if nobody has taken it, nobody will.
  constexpr void replace_value(AbstractState& state, int a, int cell) const {
    const WriteRecord& last = state.writes[cell * program_.agents.size() + a];
    if (!last.step.present() || last.consumed) return;
    if (program_.agents[a].steps(last.step.phase)[last.step.index].action == Action::move) findings_.dead(last.step);
    for (ActiveRead& read : state.reads) {
      if (read.state == ReadState::open && read.destination == cell && read.step.agent == a) {
        read.state = ReadState::dead;
      }
    }
    Vector<Conflict> others;
    for (const Conflict& conflict : state.conflicts) {
      if (conflict.destination != cell || conflict.read.agent != a) others.push_back(conflict);
    }
    state.conflicts = static_cast<Vector<Conflict>&&>(others);
  }

  // --- conflicts

  /// `due` is known when nothing stands between the read and its use.
  constexpr void conflict(AbstractState& state, const Conflict& found, int due) const {
    if (found.destination == no_destination) {
      resolve(state, found, due == any_tile ? found.tile_after : due);
    } else {
      state.conflicts.push_back(found);
    }
  }

  constexpr void resolve(const AbstractState& state, const Conflict& found, int due) const {
    Hazard hazard = race_at(state, found.cell, due, found.tile_after);
    if (found.overlapped.present()) {
      hazard.kind = HazardKind::output;
      hazard.first = found.overlapped;
      hazard.second = found.write;
    } else if (due == found.tile_after) {
      hazard.kind = HazardKind::flow;
      hazard.first = found.write;
      hazard.second = found.read;
    } else if (found.read_first || due == found.tile_before) {
      hazard.kind = HazardKind::anti;
      hazard.first = found.read;
      hazard.second = found.write;
      if (found.margin > 0) {
        hazard.verdict = Verdict::relies_on_latency;
        hazard.margin = found.margin;
      }
    } else {
      hazard.kind = HazardKind::content;
      hazard.first = found.write;
      hazard.second = found.read;
    }
    findings_.found(hazard);
  }

  // --- interlocked registers

  /// Interlocked registers: the pending writes of those that a step touches complete, and so what is older.
  constexpr void await_registers(AbstractState& state, int a, const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!cells_.in_registers(access)) continue;
      const WriteRecord& last = state.writes[cells_.cell(access, state.agents[a].trip) * program_.agents.size() + a];
      if (!last.step.present() || !last.done.pending()) continue;
      const Counter counter = program_.agents[a].steps(last.step.phase)[last.step.index].counter;
      if (counter != Counter::vm && counter != Counter::lgkm) continue;
      const PendingQueue& queue = state.agents[a].queue(counter);
      int newer = queue.total;
      for (int q = 0; q < queue.size(); ++q) {
        const PendingOp& op = queue.at(q);
        newer -= op.weight;
        if (op.phase == last.step.phase && op.index == last.step.index && op.trip == last.step.trip) break;
      }
      retire(state, a, counter, newer);
      later(state.agents[a], counter == Counter::vm ? unbounded : read_latency(state.agents[a]));
    }
  }

  // --- time, for margins only

  /// Where phase barriers order things, nothing is said of time.
  constexpr void later(AgentState& agent, int cycles) const {
    if (!program_.phase_barriers.empty()) return;
    agent.elapsed = agent.elapsed + cycles < unbounded ? agent.elapsed + cycles : unbounded;
  }

  /// The longest that shared-memory operations take with so many in flight in every wave.
  [[nodiscard]] constexpr int read_latency(const AgentState& agent, int more = 0) const {
    return latency_.read_max + latency_.read_cycles * (agent.lgkm.total + more) * waves_;
  }

  /// From the end of a read, `latest` cycles after a barrier that both waves passed, to the first write of a load that
  /// was issued after that barrier.
  [[nodiscard]] constexpr int margin(const StepInstance& write, long latest) const {
    const Step& step = program_.agents[write.agent].steps(write.phase)[write.index];
    if (!latency_.known() || step.action != Action::fetch || !program_.phase_barriers.empty()) return 0;
    return latency_.global_min > latest ? static_cast<int>(latency_.global_min - latest) : 0;
  }

  constexpr void finish(AbstractState& state) const {
    for (int a = 0; a < state.agents.size(); ++a) {
      for (int cell = 0; cell < cells_.count(); ++cell) {
        if (program_.buffers[cells_.buffer_of(cell)].per_wave()) replace_value(state, a, cell);
      }
      const int due = program_.tiles + (state.base + state.trips_allowed) * program_.tiles_per_trip;
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

  const LatencyBounds& latency_;
  int waves_;
  bool registers_read_late_ = false;  // by steps of the mma counter
};

}  // namespace stretto::detail
