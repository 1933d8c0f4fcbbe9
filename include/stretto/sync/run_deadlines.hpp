// By when each operation must have retired, for one trip count: each need gives its first step a deadline.
//
// Within a wave, the deadline is the second step itself. Across waves, it is the barrier that takes the first step's
// role into the second step's epoch. Operations retire in order, so it suffices to know how many must have retired by
// which position.
#pragma once

#include <stretto/sync/plan_facts.hpp>

namespace stretto::detail {

/// One run, as seen by each counter of a wave.
struct WaitRun {
  const RunNeeds* needs = nullptr;
  unsigned roles = 0;                 // by bit: the roles of these waves
  Vector<int> deadlines;              // by need: a position; past the end: none, or none that a wait has to meet
  Vector<int> operations;             // by need: operations that must have retired by the deadline
  PerCounter<Vector<int>> due;        // by position: operations that must have retired; 0: none
  PerCounter<Vector<int>> reason;     // by position: the need
  PerCounter<Vector<int>> interlock;  // by position: operations that an interlock retires; empty without interlocks
};

constexpr void raise_to(int& value, int to) { value = to > value ? to : value; }

/// The position before which a need's first step must be complete; the length of the run if there is none.
constexpr int deadline_of(const WaveProgram& program, const PlanFacts& facts, const Need& need, unsigned roles,
                          int trips) {
  if (!need.across_waves) return facts.position(need.second, trips);
  int deadline = facts.run_length(trips);
  for (int a = 0; a < program.roles.size(); ++a) {
    if (((need.first_roles & roles) >> a & 1U) == 0) continue;
    for (int b = 0; b < program.roles.size(); ++b) {
      if ((need.second_roles >> b & 1U) == 0) continue;
      const bool alone = a == b && program.roles[a].waves == 1;
      const int due = alone ? facts.position(need.second, trips)
                            : facts.barrier_into(a, facts.epochs().epoch(b, need.second, trips), trips);
      deadline = due < deadline ? due : deadline;
    }
  }
  return deadline;
}

/// The deadlines of the run. Nothing is due yet.
constexpr WaitRun prepared_run(const WaveProgram& program, const PlanFacts& facts, const RunNeeds& run,
                               unsigned roles) {
  WaitRun out;
  out.needs = &run;
  out.roles = roles;
  const int length = facts.run_length(run.trips);
  for (int c = 0; c < plan_counters; ++c) {
    out.due[c].resize(length, 0);
    out.reason[c].resize(length, -1);
    if (program.registers == RegisterReading::interlocked) out.interlock[c].resize(length, 0);
  }
  for (const Need& need : run.needs) {
    const Step& first = program.roles[0].steps[need.first.section][need.first.step];
    const bool counted = first.counter != Counter::none;
    const int element = facts.epochs().element(need.first);
    const int c = counter_index(first.counter);
    const int operations =
        counted ? facts.issued(c, need.first.section, element, need.first.trip, run.trips) + first.weight : 0;
    const int deadline = counted ? deadline_of(program, facts, need, roles, run.trips) : length;
    out.operations.push_back(operations);
    out.deadlines.push_back(need.interlocked ? length : deadline);
    if (need.interlocked && deadline < length) raise_to(out.interlock[c][deadline], operations);
  }
  return out;
}

/// The counter of a need's first step, as a plan's index.
constexpr int counter_of(const WaveProgram& program, const Need& need) {
  return counter_index(program.roles[0].steps[need.first.section][need.first.step].counter);
}

/// Makes the operations of need n due at its deadline. Of several operations due at one position, the newest one
/// determines the wait.
constexpr void set_due(const WaveProgram& program, WaitRun& run, int n) {
  const int deadline = run.deadlines[n];
  const int c = counter_of(program, run.needs->needs[n]);
  if (deadline >= run.due[c].size() || run.operations[n] <= run.due[c][deadline]) return;
  run.due[c][deadline] = run.operations[n];
  run.reason[c][deadline] = n;
}

}  // namespace stretto::detail
