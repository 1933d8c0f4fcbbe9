// The steady state of a wave program in time: the cycles of a trip, what each unit and role does in it, and the cost of
// each stall.
//
// The analysis looks at the middle of a long run, in a window of as many trips as a step can reach back. It compares
// every time in a trip (issues, starts on units, results) relative to the loop head. If these times repeat with some
// period throughout the window, for all roles, and the period takes all roles equally long, the state repeats, and so
// does everything after. Then the figures are exact; they are rational if the period has several trips.
//
// Two kinds of programs are not exact:
// - A run that does not repeat, such as a queue that grows because no step waits for it. The figures are averages over
//   a quarter of the longest run.
// - Roles whose loops run one after another. Each may repeat, but not at the same time. A trip costs what it adds to
//   the whole run.
#pragma once

#include <stretto/timing/timed_run.hpp>

namespace stretto {

/// The sum of all stalls at one site for one cause.
struct StallSum {
  StallSite site;   ///< where, and for which cause
  int times = 0;    ///< number of stalls in the period
  LostCycles lost;  ///< total cycles

  friend constexpr bool operator==(const StallSum&, const StallSum&) = default;
};

/// Where the cycles of a role go: cycles = working + issuing + stalled.
struct RoleTime {
  long cycles = 0;   ///< cycles of the period
  long working = 0;  ///< in synchronous ops
  long issuing = 0;  ///< issuing asynchronous ops
  long stalled = 0;  ///< the rest

  friend constexpr bool operator==(const RoleTime&, const RoleTime&) = default;
};

/// The steady state of a program. All figures are totals of `period` trips.
struct TimedReport {
  int period = 1;           ///< number of trips after which everything repeats
  bool exact = false;       ///< the run repeats; otherwise figures are averages of a long run
  long cycles = 0;          ///< cycles of the period
  Vector<RoleTime> roles;   ///< where the cycles of each role go
  Vector<long> busy;        ///< busy cycles of each unit, summed over the ops that it serves at a time
  Vector<StallSum> stalls;  ///< most cycles first

  /// A figure of the period, per trip.
  [[nodiscard]] constexpr double per_trip(long figure) const { return static_cast<double>(figure) / period; }
  /// Cycles per trip.
  [[nodiscard]] constexpr double cycles_per_trip() const { return per_trip(cycles); }
  /// The utilisation of a unit, 0 to 1.
  [[nodiscard]] constexpr double utilisation(int unit, const TimedCosts& costs) const {
    return cycles == 0 ? 0.0 : static_cast<double>(busy[unit]) / static_cast<double>(cycles * costs.units[unit].limit);
  }
  /// Cycles that a role loses to stalls of one kind.
  [[nodiscard]] constexpr long lost(int role, StallKind kind) const {
    long sum = 0;
    for (const StallSum& stall : stalls) {
      if (stall.site.role == role && stall.site.kind == kind) sum += stall.lost.cycles;
    }
    return sum;
  }
};

namespace detail {

inline constexpr int first_steady_trips = 32;
inline constexpr int most_steady_trips = 1024;

constexpr bool is_wait_or_barrier(const Step& step) {
  return step.action == Action::wait || step.action == Action::barrier || step.action == Action::arrive ||
         step.action == Action::await;
}

/// Does a role make trips in the run that is timed?
constexpr bool loops(const Role& role) { return role.takes_part(0) && !role.steps.kernel.empty(); }

/// How many trips back a step can wait: by slots of barriers and buffers, and by operations that waits leave pending.
constexpr int reach(const WaveProgram& program) {
  int trips = 1;
  for (const PhaseBarrier& barrier : program.phase_barriers) trips = barrier.slots > trips ? barrier.slots : trips;
  for (const Buffer& buffer : program.buffers) trips = buffer.slots > trips ? buffer.slots : trips;
  for (const Role& role : program.roles) {
    int issued[stretto::counters] = {};
    for (const Step& step : role.steps.kernel) {
      if (!is_wait_or_barrier(step)) issued[static_cast<int>(step.counter)] += step.weight;
    }
    for (const Step& step : role.steps.kernel) {
      if (step.action != Action::wait) continue;
      const int each = issued[static_cast<int>(step.counter)];
      const int back = each == 0 ? 0 : step.count / each + 1;
      trips = back > trips ? back : trips;
    }
  }
  return trips;
}

/// Do the trips from `from` to `to` repeat with this period, for all roles?
constexpr bool repeats(const WaveProgram& program, const TimedTrace& trace, int from, int to, int period) {
  long common = -1;
  for (int a = 0; a < trace.roles.size(); ++a) {
    if (!loops(program.roles[a])) continue;
    const Vector<LoopHead>& heads = trace.roles[a].heads;
    if (heads.size() <= to) return false;
    const long cycles = heads[from + period].time - heads[from].time;
    if (common >= 0 && cycles != common) return false;
    common = cycles;
    for (int i = from; i + period <= to; ++i) {
      if (heads[i + period].time - heads[i].time != cycles) return false;
      if (i > from && heads[i + period].pattern != heads[i].pattern) return false;
    }
  }
  return true;
}

/// Is there a time at which all roles are in their loops and have begun trip `from`? If one role begins its loop after
/// another has ended its own, their trips do not overlap, even if they look alike.
constexpr bool side_by_side(const WaveProgram& program, const TimedTrace& trace, int from) {
  long begin = -1;
  long end = -1;
  for (int a = 0; a < trace.roles.size(); ++a) {
    if (!loops(program.roles[a])) continue;
    const Vector<LoopHead>& heads = trace.roles[a].heads;
    if (heads.size() <= from) return false;
    if (heads[from].time > begin) begin = heads[from].time;
    if (end < 0 || heads.back().time < end) end = heads.back().time;
  }
  return begin <= end;
}

/// Order of stalls: more cycles first, then by site and cause, so that equal programs give equal reports.
constexpr bool before(const StallSum& a, const StallSum& b) {
  if (a.lost.cycles != b.lost.cycles) return a.lost.cycles > b.lost.cycles;
  const StallSite& x = a.site;
  const StallSite& y = b.site;
  if (x.role != y.role) return x.role < y.role;
  if (x.section != y.section) return x.section < y.section;
  if (x.step != y.step) return x.step < y.step;
  if (x.kind != y.kind) return x.kind < y.kind;
  if (x.cause_role != y.cause_role) return x.cause_role < y.cause_role;
  if (x.cause_section != y.cause_section) return x.cause_section < y.cause_section;
  if (x.cause_step != y.cause_step) return x.cause_step < y.cause_step;
  return x.trips_before < y.trips_before;
}

constexpr void add_stall(Vector<StallSum>& sums, const TimedStall& stall) {
  for (StallSum& sum : sums) {
    if (!(sum.site == stall.site)) continue;
    ++sum.times;
    sum.lost.cycles += stall.lost.cycles;
    sum.lost.queued += stall.lost.queued;
    sum.lost.served += stall.lost.served;
    return;
  }
  sums.push_back({stall.site, 1, stall.lost});
}

constexpr void sort_stalls(Vector<StallSum>& sums) {
  for (int i = 1; i < sums.size(); ++i) {
    for (int j = i; j > 0 && before(sums[j], sums[j - 1]); --j) {
      const StallSum moved = sums[j];
      sums[j] = sums[j - 1];
      sums[j - 1] = moved;
    }
  }
}

constexpr TimedReport report_of(const WaveProgram& program, const TimedCosts& costs, const TimedTrace& trace, int from,
                                int period, bool exact) {
  TimedReport report;
  report.period = period;
  report.exact = exact;
  report.busy.resize(costs.units.size());
  for (int a = 0; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    for (const Step& step : role.steps.kernel) {
      if (!loops(role) || is_wait_or_barrier(step)) continue;
      const TimedOp op = costs.of(step, role);
      if (op.unit >= 0) report.busy[op.unit] += static_cast<long>(op.occupancy) * period;
      if (op.second_unit >= 0) report.busy[op.second_unit] += static_cast<long>(op.second_occupancy) * period;
    }
    RoleTime time;
    const Vector<LoopHead>& heads = trace.roles[a].heads;
    if (heads.size() > from + period) {
      time.cycles = heads[from + period].time - heads[from].time;
      time.working = heads[from + period].working - heads[from].working;
      time.issuing = heads[from + period].issuing - heads[from].issuing;
    }
    report.cycles = time.cycles > report.cycles ? time.cycles : report.cycles;
    report.roles.push_back(time);
  }
  for (const TimedStall& stall : trace.stalls) {
    if (stall.site.section != Section::kernel || stall.trip < from || stall.trip >= from + period) continue;
    add_stall(report.stalls, stall);
    report.roles[stall.site.role].stalled += stall.lost.cycles;
  }
  sort_stalls(report.stalls);
  // A queue that no step waits for may grow. Then its unit determines the cycles.
  for (int u = 0; u < costs.units.size(); ++u) {
    const long least = (report.busy[u] + costs.units[u].limit - 1) / costs.units[u].limit;
    if (!exact && least > report.cycles) report.cycles = least;
  }
  return report;
}

}  // namespace detail

/// The steady state of the program. Fails if a role waits forever.
constexpr Result<TimedReport> steady_time(const WaveProgram& program, const TimedCosts& costs) {
  if (const Diagnostic error = detail::check_timed(program, costs, 0)) return error;
  const int reach = detail::reach(program);
  int trips = detail::first_steady_trips;
  while ((trips / 4 < reach || trips / 2 < program.min_trips) && trips < detail::most_steady_trips) trips *= 2;
  for (;; trips *= 2) {
    const Result<TimedTrace> run = timed_run(program, costs, trips);
    if (!run.ok()) return run.error;
    const int from = trips / 2;
    const int quarter = trips / 4;
    const bool together = detail::side_by_side(program, run.value, from);
    for (int period = 1; together && period <= quarter / 2; ++period) {
      if (detail::repeats(program, run.value, from, from + quarter, period)) {
        return detail::report_of(program, costs, run.value, from, period, true);
      }
    }
    if (trips < detail::most_steady_trips) continue;
    TimedReport report = detail::report_of(program, costs, run.value, from, quarter, false);
    if (!together) {
      const Result<TimedTrace> half = timed_run(program, costs, trips / 2);
      if (!half.ok()) return half.error;
      const long added = (run.value.cycles - half.value.cycles + 1) / 2;  // cycles added by a quarter of the trips
      if (added > report.cycles) report.cycles = added;
    }
    return report;
  }
}

}  // namespace stretto
