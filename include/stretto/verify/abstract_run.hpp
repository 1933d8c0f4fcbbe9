// One run of a wave program on the abstract state: every read meets the writes of its place, every write the reads and
// the write before it, and what is not ordered is found.
//
//   flow    the write of the tile that is due has completed, in every contributing agent, before the read is issued
//   anti    the read of the old content has completed before the write is issued
//   output  the write before has completed before the write is issued
//   content the value that a consume takes is the tile that is due: the n-th consume of an accumulator takes tile n
//
// Completion is known from a wait, a full counter or an interlock, in order within a counter. A read counts only when
// its result is consumed: conflicts of a fragment are kept until then.
#pragma once

#include <stretto/verify/abstract_state.hpp>
#include <stretto/verify/cells.hpp>
#include <stretto/verify/findings.hpp>

namespace stretto::detail {

class AbstractRun {
 public:
  constexpr AbstractRun(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency,
                        Findings& findings)
      : program_(program), cells_(cells), latency_(latency), findings_(findings), waves_(program.waves()) {}

  [[nodiscard]] constexpr AbstractState start() const {
    AbstractState state;
    for (const Agent& declared : program_.agents) {
      AgentState agent;
      agent.consumed.resize(program_.accumulators, not_its_own);
      for (const Phase phase : all_phases) {
        for (const Step& step : declared.steps(phase)) {
          if (step.action == Action::consume) agent.consumed[step.accumulator] = 0;
        }
      }
      state.agents.push_back(agent);
    }
    state.writes.resize(cells_.count() * program_.agents.size());
    return state;
  }

  /// Runs until an agent has made all the trips that are allowed, or to the end when their number is final. False: the
  /// agents cannot meet at a barrier.
  constexpr bool advance(AbstractState& state) const {
    while (true) {
      while (state.turn < state.agents.size()) {
        if (!run_to_barrier(state, state.turn)) return true;  // at the loop head
        ++state.turn;
      }
      int finished = 0;
      for (const AgentState& agent : state.agents) finished += agent.finished ? 1 : 0;
      if (finished == state.agents.size()) {
        finish(state);
        return true;
      }
      if (finished > 0) return false;
      ++state.epoch;
      state.turn = 0;
      int longest = 0;
      for (AgentState& agent : state.agents) {
        longest = agent.elapsed > longest ? agent.elapsed : longest;
        agent.elapsed = 0;
      }
      state.clock += longest;
    }
  }

 private:
  /// False when the agent stops at the loop head.
  constexpr bool run_to_barrier(AbstractState& state, int a) const {
    AgentState& agent = state.agents[a];
    const Agent& declared = program_.agents[a];
    while (true) {
      const Vector<Step>& steps = declared.steps(agent.phase);
      if (agent.index < steps.size()) {
        const Step& step = steps[agent.index];
        execute(state, a, step);
        ++agent.index;
        if (step.action == Action::barrier) return true;
        continue;
      }
      if (agent.phase == Phase::epilogue) {
        agent.finished = true;
        return true;
      }
      // The loop head, with `done` trips made.
      const int done = agent.phase == Phase::prologue ? 0 : agent.trip + 1;
      const bool last = done == state.trips_allowed;
      if (last && !state.trips_final) return false;
      agent.phase = last ? Phase::epilogue : Phase::kernel;
      agent.trip = done;
      agent.index = 0;
    }
  }

  constexpr void execute(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    switch (step.action) {
      case Action::nothing:
      case Action::arrive:
      case Action::await: break;
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
    if (step.counter != Counter::none) retire(state, a, step.counter, capacity - 1);

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
    agent.queue(step.counter).push({agent.phase, agent.index, agent.trip, step.weight});
    retire(state, a, step.counter, capacity);  // its later hardware operations push out the oldest
    later(agent, (step.weight - 1) * latency_.issue_max);
  }

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
      if (last.step.present() && !ordered(state, last.done_epoch, a, self.agent)) {
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
    ActiveRead read;
    read.step = self;
    read.cell = cell;
    read.destination = destination;
    read.not_overwritten = contributors;
    read.issue_epoch = state.epoch;
    read.done_epoch = step.counter == Counter::none ? state.epoch : not_done;
    read.issued_after = reader.elapsed;
    read.latency = read_latency(reader, step.weight);
    read.tile_due = due == any_tile ? no_tile : due;
    read.state = destination == no_destination ? ReadState::consumed : ReadState::open;
    remember(state, read);
    return tile;
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
    if (!cells_.in_registers(access)) overtake_reads(state, self, step, cell, tile);
    WriteRecord next;
    if (last.step.present()) {
      if (last.done_epoch == not_done) {
        next.overlapped = last.step;
      } else {
        findings_.proven(HazardKind::output, last.step, self, cell, last.tile);
      }
    }
    next.step = self;
    next.tile = tile;
    next.tile_before = last.tile;
    next.epoch_clock = state.clock;
    next.done_epoch = step.counter == Counter::none ? state.epoch : not_done;
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
        if (ordered(state, read.done_epoch, read.step.agent, self.agent)) {
          findings_.proven(HazardKind::anti, read.step, self, cell, read.tile_due);
        } else {
          const bool before = read.issue_epoch < state.epoch;
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
      if (same && known.state != ReadState::open && known.done_epoch < state.epoch) {
        known = read;
        return;
      }
    }
    state.reads.push_back(read);
  }

  // --- values in registers

  constexpr void consume(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    const StepInstance self{a, agent.phase, agent.index, step.entry, agent.trip};
    if (program_.registers == RegisterReading::interlocked) await_registers(state, a, step);
    const int due = agent.consumed[step.accumulator]++;
    const int capacity = program_.limits.capacity(step.counter);
    if (step.counter != Counter::none) retire(state, a, step.counter, capacity - 1);
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::read) continue;
      if (!cells_.in_registers(access)) {
        consume_shared(state, self, step, access, due);
        continue;
      }
      const int cell = cells_.cell(access, agent.trip);
      const WriteRecord& last = state.writes[cell * program_.agents.size() + a];
      check_register(state, last, self, access, due);
      take_value(state, a, cell, due);
    }
    if (step.counter == Counter::none) return;
    agent.queue(step.counter).push({agent.phase, agent.index, agent.trip, step.weight});
    retire(state, a, step.counter, capacity);
  }

  constexpr void consume_shared(AbstractState& state, const StepInstance& self, const Step& step,
                                const StepAccess& access, int due) const {
    const int tile = read_shared(state, self, step, access, no_destination, due);
    if (tile == due || tile == any_tile) return;
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
    if (last.overlapped.present()) {
      hazard.kind = HazardKind::output;
      hazard.first = last.overlapped;
      hazard.second = last.step;
    } else if (last.step.present() && last.done_epoch == not_done) {
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

  // --- completion

  /// Is what completed at `done` by `by` ordered before what `then` does now?
  [[nodiscard]] constexpr bool ordered(const AbstractState& state, int done, int by, int then) const {
    if (done < state.epoch) return true;
    return done == state.epoch && by == then && program_.agents[by].waves == 1;
  }

  /// The oldest operations complete until at most `allowed` are pending.
  constexpr void retire(AbstractState& state, int a, Counter counter, int allowed) const {
    PendingQueue& queue = state.agents[a].queue(counter);
    while (queue.total > allowed) {
      PendingOp& oldest = queue.ops[queue.head];
      const int excess = queue.total - allowed;
      const int gone = oldest.weight < excess ? oldest.weight : excess;
      oldest.weight -= gone;
      queue.total -= gone;
      if (oldest.weight > 0) return;
      complete(state, a, oldest);
      ++queue.head;
    }
  }

  constexpr void complete(AbstractState& state, int a, const PendingOp& done) const {
    const Step& step = program_.agents[a].steps(done.phase)[done.index];
    const auto is_it = [&](const StepInstance& other) {
      return other.agent == a && other.index == done.index && other.trip == done.trip && other.phase == done.phase;
    };
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      const int cell = cells_.cell(access, done.trip);
      if (access.mode == AccessMode::write) {
        WriteRecord& last = state.writes[cell * program_.agents.size() + a];
        if (is_it(last.step)) last.done_epoch = state.epoch;
      } else if (!cells_.in_registers(access)) {
        for (ActiveRead& read : state.reads) {
          if (read.cell == cell && is_it(read.step)) read.done_epoch = state.epoch;
        }
      }
    }
  }

  /// Interlocked registers: the pending writes of those that a step touches complete, and so what is older.
  constexpr void await_registers(AbstractState& state, int a, const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!cells_.in_registers(access)) continue;
      const WriteRecord& last = state.writes[cells_.cell(access, state.agents[a].trip) * program_.agents.size() + a];
      if (!last.step.present() || last.done_epoch != not_done) continue;
      const Counter counter = program_.agents[a].steps(last.step.phase)[last.step.index].counter;
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

  static constexpr void later(AgentState& agent, int cycles) {
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
    if (!latency_.known() || step.action != Action::fetch) return 0;
    return latency_.global_min > latest ? static_cast<int>(latency_.global_min - latest) : 0;
  }

  /// A trip count of which the run so far is a part.
  [[nodiscard]] constexpr int trips(const AbstractState& state) const {
    if (state.trips_final) return state.trips_allowed;
    return state.trips_allowed > program_.min_trips ? state.trips_allowed : program_.min_trips;
  }

  constexpr void finish(AbstractState& state) const {
    for (int a = 0; a < state.agents.size(); ++a) {
      for (int cell = 0; cell < cells_.count(); ++cell) {
        if (program_.buffers[cells_.place(cell).buffer].per_wave()) replace_value(state, a, cell);
      }
      const int due = program_.tiles + state.trips_allowed * program_.tiles_per_trip;
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

  const WaveProgram& program_;
  const Cells& cells_;
  const LatencyBounds& latency_;
  Findings& findings_;
  int waves_;
};

}  // namespace stretto::detail
