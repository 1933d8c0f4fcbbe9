// Runs a wave program in time: units, queues and counters under a table of costs. The result compares schedules with
// each other and shows what they wait for. It predicts a kernel only as well as the costs do.
//
// One wave represents each role. It executes the steps as program/wave_program.hpp defines, with these times:
//
// - A role of W waves arrives W times at a phase barrier, and its fetches bring W times their bytes. An op of the table
//   occupies its unit for all waves together.
// - A wave issues in order. A unit serves ops in the order of issue, `limit` at a time.
// - An asynchronous op occupies its wave for `issue` cycles and reaches its unit `lead` cycles after its issue began.
//   It completes `latency` cycles after its start on the unit, but not before the unit has served it and, except in the
//   counter `bytes`, not before the older ops of its counter. Accumulations in a counter follow each other without
//   waiting.
// - A synchronous op waits for its unit and then occupies its wave for the larger of `occupancy` and `issue`. Its
//   result is available `latency` cycles after its start. A later step of the wave that reads or writes the place waits
//   for it. An arrive or a barrier waits for all of them that write shared or tensor memory. (Reads are complete when
//   the wave continues.)
// - Only waits, awaits and the interlock wait for asynchronous results: accesses that the program leaves unordered are
//   not ordered here.
// - A wait, an await or a barrier ends when what it waits for has come, plus its cost. An arrive occupies its wave for
//   its cost, and the arrival happens then. An asynchronous arrival does not happen before the ops in its counter are
//   complete.
//
// Simultaneous events: events at places come first, then the roles by number. A persistent program runs once, so roles
// that leave its first run to others stay idle. Setup takes no time: what it signals has come when the run begins.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/program/phase_parity.hpp>
#include <stretto/timing/check_timed.hpp>
#include <stretto/timing/timed_state.hpp>

namespace stretto {

/// Does the trace list every op on its unit?
enum class KeepTimeline : bool {
  no,   ///< only stalls and loop heads
  yes,  ///< `TimedTrace::timeline` as well
};

namespace detail {

class TimedRun {
 public:
  constexpr TimedRun(const WaveProgram& program, const TimedCosts& costs, KeepTimeline keep)
      : program_(program), costs_(costs), keep_(keep == KeepTimeline::yes), units_(costs.units) {
    for (const Buffer& buffer : program.buffers) {
      first_cell_.push_back(cells_);
      cells_ += buffer.slots * buffer.subtiles;
    }
    for (int b = 0; b < program.phase_barriers.size(); ++b) {
      first_place_.push_back(places_.size());
      for (int i = 0; i < program.phase_barriers[b].slots; ++i) places_.push_back({b, 0, 0, 0});
    }
  }

  constexpr Result<TimedTrace> run(int trips) {
    for (const Role& role : program_.roles) {
      TimedWave wave;
      wave.trips = trips + role.extra_trips > 0 ? trips + role.extra_trips : 0;
      wave.results.resize(cells_);
      if (!role.takes_part(0)) wave.state = WaveState::finished;
      waves_.push_back(wave);
      trace_.roles.push_back({});
      for (const Step& step : role.steps.setup) come_from_setup(role, step);
    }
    while (true) {
      const int event = earliest_event();
      const int wave = earliest_wave();
      if (event >= 0 && (wave < 0 || events_[event].time <= waves_[wave].time)) {
        const PlaceEvent due = events_[event];
        events_[event] = events_.back();
        events_.pop_back();
        come(due);
      } else if (wave >= 0) {
        advance(wave);
      } else {
        break;
      }
    }
    for (int a = 0; a < waves_.size(); ++a) {
      const TimedWave& wave = waves_[a];
      if (wave.state != WaveState::finished) {
        return Diagnostic(Rule::waits_forever, 0, 0).with_role(a).at_entry(wave.index).in_section(wave.section);
      }
      trace_.roles[a].end = wave.time;
      ends_by(wave.time);
    }
    return static_cast<TimedTrace&&>(trace_);
  }

 private:
  /// What a step waits for longest.
  struct Need {
    long until = 0;
    StallKind kind = StallKind::cost;
    Counter counter = Counter::none;
    OpTimes op;

    constexpr void consider(const OpTimes& candidate, StallKind why, Counter of) {
      if (candidate.done <= until) return;
      until = candidate.done;
      kind = why;
      counter = of;
      op = candidate;
    }
  };

  constexpr void come_from_setup(const Role& role, const Step& step) {
    const PhaseUse& use = step.phase_barrier;
    const bool arrives = step.action == Action::arrive;
    if (!use.present() || (!arrives && step.counter != Counter::bytes)) return;
    const int bytes = arrives ? use.bytes : use.bytes * role.waves;
    events_.push_back({0, order_++, place_of(use, 0), arrives ? StallKind::arrival : StallKind::bytes,
                       arrives ? role.waves : 0, bytes, OpTimes()});
  }

  [[nodiscard]] constexpr int earliest_event() const {
    int best = -1;
    for (int i = 0; i < events_.size(); ++i) {
      if (best < 0 || events_[i].time < events_[best].time ||
          (events_[i].time == events_[best].time && events_[i].order < events_[best].order)) {
        best = i;
      }
    }
    return best;
  }

  [[nodiscard]] constexpr int earliest_wave() const {
    int best = -1;
    for (int a = 0; a < waves_.size(); ++a) {
      if (waves_[a].state == WaveState::running && (best < 0 || waves_[a].time < waves_[best].time)) best = a;
    }
    return best;
  }

  constexpr void ends_by(long time) { trace_.cycles = time > trace_.cycles ? time : trace_.cycles; }

  [[nodiscard]] constexpr TimedStep here(int a) const {
    return {a, waves_[a].section, waves_[a].index, waves_[a].trip};
  }

  [[nodiscard]] constexpr const Step& step_of(const TimedStep& at) const {
    return program_.roles[at.role].steps[at.section][at.index];
  }

  // --- one wave

  /// Executes the next step of the wave, or first waits for what it needs.
  constexpr void advance(int a) {
    TimedWave& wave = waves_[a];
    if (wave.index == program_.roles[a].steps[wave.section].size()) {
      turn(a);
      return;
    }
    const Step& step = step_of(here(a));
    land(wave);
    const Need need = needs(wave, step);
    if (need.until > wave.time) {
      lose(a, need.kind, need.until - wave.time, need.op, need.counter);
      return;
    }
    switch (step.action) {
      case Action::wait: pass(a, costs_.wait); break;
      case Action::barrier: barrier(a, step); break;
      case Action::arrive: arrive(a, step); break;
      case Action::await: await(a, step); break;
      case Action::fence:
      case Action::init_fence:
      case Action::init:
      case Action::registers: pass(a, 0); break;
      case Action::nothing:
      case Action::fetch:
      case Action::move:
      case Action::consume: issue(a, step); break;
    }
  }

  /// Enters the next trip or the next section.
  constexpr void turn(int a) {
    TimedWave& wave = waves_[a];
    if (wave.section == Section::epilogue) {
      wave.state = WaveState::finished;
      return;
    }
    const int made = wave.section == Section::prologue ? 0 : wave.trip + 1;
    wave.section = made == wave.trips ? Section::epilogue : Section::kernel;
    wave.trip = made;
    wave.index = 0;
    trace_.roles[a].heads.push_back({wave.time, wave.working, wave.issuing, wave.pattern});
    wave.pattern = 0;
  }

  constexpr void note(int a, long time) {
    const Vector<LoopHead>& heads = trace_.roles[a].heads;
    const long head = heads.empty() ? 0 : heads.back().time;
    waves_[a].pattern = (waves_[a].pattern + static_cast<unsigned long>(time - head) + 1) * 0x9e3779b97f4a7c15UL;
  }

  /// Ends a synchronisation step, after its cost.
  constexpr void pass(int a, int cost) {
    if (cost > 0) lose(a, StallKind::cost, cost, {}, Counter::none);
    note(a, waves_[a].time);
    ++waves_[a].index;
  }

  /// Records a stall of the wave.
  constexpr void lose(int a, StallKind kind, long cycles, const OpTimes& op, Counter counter, int unit = -1) {
    TimedWave& wave = waves_[a];
    const Step& step = step_of(here(a));
    TimedStall stall;
    StallSite& site = stall.site;
    site.role = a;
    site.section = wave.section;
    site.step = wave.index;
    site.kind = kind;
    site.counter = counter;
    site.unit = unit;
    site.barrier = step.phase_barrier.barrier;
    if (op.step.present()) {
      site.cause_role = op.step.role;
      site.cause_section = op.step.section;
      site.cause_step = op.step.index;
      site.trips_before = wave.trip - op.step.trip;
    }
    stall.trip = wave.trip;
    stall.start = wave.time;
    stall.lost = {cycles, overlap(wave.time, wave.time + cycles, op.issued, op.start),
                  overlap(wave.time, wave.time + cycles, op.start, op.end)};
    trace_.stalls.push_back(stall);
    wave.time += cycles;
  }

  static constexpr long overlap(long a, long b, long c, long d) {
    const long from = a > c ? a : c;
    const long to = b < d ? b : d;
    return to > from ? to - from : 0;
  }

  // --- what a step waits for

  /// Removes completed ops from those in flight.
  static constexpr void land(TimedWave& wave) {
    int kept = 0;
    for (int i = 0; i < wave.in_flight.size(); ++i) {
      if (wave.in_flight[i].late.done <= wave.time) continue;
      if (kept != i) wave.in_flight[kept] = wave.in_flight[i];
      ++kept;
    }
    while (wave.in_flight.size() > kept) wave.in_flight.pop_back();
  }

  [[nodiscard]] constexpr Need needs(const TimedWave& wave, const Step& step) const {
    Need need;
    need.until = wave.time;
    switch (step.action) {
      case Action::wait: at_most(need, wave, step.counter, step.count, StallKind::counter); break;
      case Action::barrier:
        if (program_.barriers == BarrierKind::draining && !step.phase_barrier.present()) {
          at_most(need, wave, Counter::lgkm, 0, StallKind::counter);
        }
        need.consider(wave.memory, StallKind::scoreboard, Counter::none);
        break;
      case Action::arrive: need.consider(wave.memory, StallKind::scoreboard, Counter::none); break;
      case Action::await:
      case Action::fence:
      case Action::init_fence:
      case Action::init:
      case Action::registers: break;
      case Action::nothing:
      case Action::fetch:
      case Action::move:
      case Action::consume:
        if (step.counter != Counter::none) {
          const int room = program_.limits.capacity(step.counter) - step.weight;
          at_most(need, wave, step.counter, room > 0 ? room : 0, StallKind::full_counter);
        }
        for (int i = 0; i < step.access_count; ++i) places(need, wave, program_.accesses[step.first_access + i]);
        break;
    }
    return need;
  }

  /// Waits until at most `allowed` operations of the counter are pending.
  static constexpr void at_most(Need& need, const TimedWave& wave, Counter counter, int allowed, StallKind why) {
    int newer = 0;
    for (int i = wave.in_flight.size() - 1; i >= 0; --i) {
      const InFlight& op = wave.in_flight[i];
      if (op.counter != counter) continue;
      newer += op.weight;
      if (newer > allowed) {
        need.consider(op.late, why, counter);
        return;
      }
    }
  }

  /// Waits for results of synchronous ops and, with interlocked registers, for loads into them.
  constexpr void places(Need& need, const TimedWave& wave, const StepAccess& access) const {
    const int at = cell(access, wave.trip);
    need.consider(wave.results[at], StallKind::scoreboard, Counter::none);
    if (program_.registers != RegisterReading::interlocked || !program_.buffers[access.buffer].per_wave()) return;
    for (const InFlight& op : wave.in_flight) {
      if ((op.counter == Counter::vm || op.counter == Counter::lgkm) && writes(op.step, at)) {
        need.consider(op.late, StallKind::interlock, op.counter);
      }
    }
  }

  [[nodiscard]] constexpr int cell(const StepAccess& access, int trip) const {
    const Buffer& buffer = program_.buffers[access.buffer];
    return first_cell_[access.buffer] + access.slot_in_trip(trip, buffer.slots) * buffer.subtiles + access.subtile;
  }

  [[nodiscard]] constexpr bool writes(const TimedStep& at, int wanted) const {
    const Step& step = step_of(at);
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write && cell(access, at.trip) == wanted) return true;
    }
    return false;
  }

  // --- ops

  constexpr void issue(int a, const Step& step) {
    TimedWave& wave = waves_[a];
    const TimedOp cost = costs_.of(step, program_.roles[a]);
    const bool synchronous = step.counter == Counter::none;
    OpTimes op{here(a), wave.time, wave.time + (synchronous ? 0 : cost.lead), 0, 0};
    int lane = -1;
    if (cost.unit >= 0) {
      lane = units_.earliest(cost.unit);
      if (units_[lane].free > op.start) op.start = units_[lane].free;
      if (synchronous && op.start > wave.time) {
        lose(a, StallKind::unit, op.start - wave.time, units_[lane].last, Counter::none, cost.unit);
      }
    }
    int second = -1;
    if (synchronous && cost.second_unit >= 0) {
      second = units_.earliest(cost.second_unit);
      if (units_[second].free > op.start) {
        lose(a, StallKind::unit, units_[second].free - op.start, units_[second].last, Counter::none, cost.second_unit);
        op.start = units_[second].free;
      }
    }
    op.end = op.start + cost.occupancy;
    op.done = op.start + (cost.latency > cost.occupancy ? cost.latency : cost.occupancy);
    if (lane >= 0) {
      units_[lane].free = op.end;
      units_[lane].last = op;
    }
    if (second >= 0) {
      units_[second].free = op.start + cost.second_occupancy;
      units_[second].last = op;
    }
    ends_by(op.done);
    note(a, op.start);
    note(a, op.done);
    if (keep_ && (lane >= 0 || op.done > op.issued)) {
      trace_.timeline.push_back({a, cost.unit, lane < 0 ? -1 : units_.number(lane), step.op, wave.section, wave.index,
                                 wave.trip, op.issued, op.start, op.end, op.done});
    }
    if (synchronous) {
      record_results(wave, step, op);
      const int hold = cost.occupancy > cost.issue ? cost.occupancy : cost.issue;
      wave.time += hold;
      wave.working += hold;
    } else {
      launch(wave, step, op);
      if (step.counter == Counter::bytes && step.phase_barrier.present()) {
        schedule_bytes(program_.roles[a].waves, step, op);
      }
      wave.time += cost.issue;
      wave.issuing += cost.issue;
    }
    note(a, wave.time);
    ++wave.index;
  }

  constexpr void record_results(TimedWave& wave, const Step& step, const OpTimes& op) {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::write) continue;
      wave.results[cell(access, wave.trip)] = op;
      if (!program_.buffers[access.buffer].per_wave() && op.done > wave.memory.done) wave.memory = op;
    }
  }

  static constexpr void launch(TimedWave& wave, const Step& step, const OpTimes& op) {
    OpTimes& latest = wave.latest[static_cast<int>(step.counter)];
    InFlight flight{step.counter, step.weight, op.step, op};
    if (latest.step.present() && latest.done > op.done) flight.late = latest;
    if (!latest.step.present() || op.done >= latest.done) latest = op;
    // Only an await at the place waits for bytes.
    if (step.counter != Counter::bytes) wave.in_flight.push_back(flight);
  }

  // --- barriers

  [[nodiscard]] constexpr int place_of(const PhaseUse& use, int trip) const {
    return first_place_[use.barrier] + use.version(trip) % program_.phase_barriers[use.barrier].slots;
  }

  constexpr void schedule_bytes(int waves, const Step& step, const OpTimes& op) {
    events_.push_back({op.done, order_++, place_of(step.phase_barrier, op.step.trip), StallKind::bytes, 0,
                       static_cast<long>(step.phase_barrier.bytes) * waves, op});
  }

  constexpr void arrive(int a, const Step& step) {
    TimedWave& wave = waves_[a];
    const TimedStep at = here(a);
    const int place = place_of(step.phase_barrier, wave.trip);
    if (at_cluster_barrier(step)) wave.cluster_phase = places_[place].complete;
    pass(a, costs_.arrive);
    OpTimes by{at, wave.time, wave.time, wave.time, wave.time};
    const OpTimes& latest = wave.latest[static_cast<int>(step.counter)];
    if (step.counter != Counter::none && latest.done > wave.time) by = latest;
    events_.push_back(
        {by.done, order_++, place, StallKind::arrival, program_.roles[a].waves, step.phase_barrier.bytes, by});
  }

  [[nodiscard]] constexpr bool at_cluster_barrier(const Step& step) const {
    return program_.phase_barriers[step.phase_barrier.barrier].kind == PhaseBarrierKind::cluster;
  }

  constexpr void await(int a, const Step& step) {
    TimedWave& wave = waves_[a];
    const PhaseUse& use = step.phase_barrier;
    wave.place = place_of(use, wave.trip);
    if (at_cluster_barrier(step)) {
      wave.phases = wave.cluster_phase;
      if (places_[wave.place].complete > wave.phases) return pass(a, costs_.await);
      wave.state = WaveState::at_named_barrier;
      return;
    }
    wave.phases = use.awaited_parity(wave.trip, program_.phase_barriers[use.barrier].slots);
    if (parity_passes(places_[wave.place].complete, wave.phases)) {
      pass(a, costs_.await);
    } else {
      wave.state = WaveState::awaiting;
    }
  }

  constexpr void barrier(int a, const Step& step) {
    TimedWave& wave = waves_[a];
    const OpTimes by{here(a), wave.time, wave.time, wave.time, wave.time};
    if (step.phase_barrier.present()) {
      wave.place = place_of(step.phase_barrier, wave.trip);
      wave.phases = places_[wave.place].complete;
      wave.state = WaveState::at_named_barrier;
      come({wave.time, 0, wave.place, StallKind::arrival, program_.roles[a].waves, step.phase_barrier.bytes, by});
      return;
    }
    wave.state = WaveState::at_barrier;
    for (const TimedWave& other : waves_) {
      if (other.state != WaveState::at_barrier) return;
    }
    const long last = wave.time;
    for (int b = 0; b < waves_.size(); ++b) resume(b, last, StallKind::workgroup, by, costs_.barrier);
  }

  /// An event at a place: arrivals, or bytes.
  constexpr void come(const PlaceEvent& event) {
    BarrierPlace& place = places_[event.place];
    if (event.kind == StallKind::bytes) {
      place.bytes -= event.bytes;
      settle(event);
    }
    for (int i = 0; i < event.arrivals; ++i) {
      place.bytes += event.bytes;
      ++place.arrived;
      settle(event);
    }
  }

  constexpr void settle(const PlaceEvent& event) {
    BarrierPlace& place = places_[event.place];
    if (place.arrived < program_.phase_barriers[place.barrier].arrivals || place.bytes != 0) return;
    place.arrived = 0;
    ++place.complete;
    for (int a = 0; a < waves_.size(); ++a) {
      const TimedWave& wave = waves_[a];
      if (wave.place != event.place) continue;
      if (wave.state == WaveState::awaiting && parity_passes(place.complete, wave.phases)) {
        resume(a, event.time, event.kind, event.by, costs_.await);
      } else if (wave.state == WaveState::at_named_barrier && place.complete > wave.phases) {
        resume(a, event.time, event.kind, event.by, costs_.named_barrier);
      }
    }
  }

  constexpr void resume(int a, long time, StallKind kind, const OpTimes& by, int cost) {
    waves_[a].state = WaveState::running;
    if (time > waves_[a].time) lose(a, kind, time - waves_[a].time, by, Counter::none);
    pass(a, cost);
  }

  const WaveProgram& program_;
  const TimedCosts& costs_;
  bool keep_;
  TimedUnits units_;
  Vector<int> first_cell_;
  int cells_ = 0;
  Vector<int> first_place_;
  Vector<BarrierPlace> places_;
  Vector<TimedWave> waves_;
  Vector<PlaceEvent> events_;
  long order_ = 0;
  TimedTrace trace_;
};

}  // namespace detail

/// Runs the program with this trip count, including prologue and epilogue. Fails if a role waits forever.
constexpr Result<TimedTrace> timed_run(const WaveProgram& program, const TimedCosts& costs, int trips,
                                       KeepTimeline keep = KeepTimeline::no) {
  if (const Diagnostic error = detail::check_timed(program, costs, trips)) return error;
  return detail::TimedRun(program, costs, keep).run(trips);
}

}  // namespace stretto
