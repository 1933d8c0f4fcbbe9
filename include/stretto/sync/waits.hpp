// Counter waits, as late and as loose as possible.
//
// With the barriers in place, every need gives its first step a deadline: within a wave, the second step itself; across
// waves, the barrier that takes the first step's role into the second step's epoch. A wait is placed only where an
// operation is due and not known to be complete, with the count that just retires it. The kernel's waits follow from
// the kernel alone. Prologue and epilogue get their own barriers and waits where those do not suffice, so no trip waits
// for the sake of the first or the last one. At the end each wait is loosened as far as the others allow, or dropped:
// no remaining wait can be removed or loosened.
//
// Operations are counted per counter from the start of a run. They retire in order, so the state of a counter is how
// many operations have been issued and how many have retired.
#pragma once

#include <stretto/program/wait_encoding.hpp>
#include <stretto/sync/kernel_barriers.hpp>

namespace stretto::detail {

inline constexpr int no_wait = 1 << 20;
inline constexpr int plan_counters = 2;  // 0: the counter of the program's loads (vm, or cp.async groups); 1: lgkm

/// One T per counter; not an array, for the same reason as PerSection.
template <class T>
struct PerCounter {
  T loads{};
  T lgkm{};

  constexpr T& operator[](int c) { return c == 0 ? loads : lgkm; }
  constexpr const T& operator[](int c) const { return c == 0 ? loads : lgkm; }
};

constexpr int counter_index(Counter counter) { return counter == Counter::lgkm ? 1 : 0; }

/// The counter with a plan's index. The loads of a program are all of one kind.
constexpr Counter plan_counter(const WaveProgram& program, int c) {
  if (c == 1) return Counter::lgkm;
  for (const Section section : all_sections) {
    for (const Step& step : program.roles[0].steps[section]) {
      if (step.counter == Counter::copy) return Counter::copy;
    }
  }
  return Counter::vm;
}

/// What each element of a plan issues, and where each role's barriers are, so that a position in a run is found without
/// unrolling it.
class PlanFacts {
 public:
  constexpr PlanFacts(const WaveProgram& program, const SyncPlan& plan) : epochs_(program, plan) {
    for (const Section section : all_sections) add_section(program, plan, section);
    for (int c = 0; c < plan_counters; ++c) {
      limit_[c] = program.limits.capacity(plan_counter(program, c));
    }
  }

  [[nodiscard]] constexpr const Epochs& epochs() const { return epochs_; }
  [[nodiscard]] constexpr int capacity(int c) const { return limit_[c]; }

  /// The elements of a section; the prologue has one more, for its end.
  [[nodiscard]] constexpr int size(Section section) const { return size_[section]; }
  [[nodiscard]] constexpr int run_length(int trips) const {
    return size_.prologue + trips * size_.kernel + size_.epilogue;
  }

  /// The position of an element in a run.
  [[nodiscard]] constexpr int position(Section section, int element, int trip, int trips) const {
    if (section == Section::prologue) return element;
    if (section == Section::kernel) return size_.prologue + trip * size_.kernel + element;
    return size_.prologue + trips * size_.kernel + element;
  }
  [[nodiscard]] constexpr int position(const StepAt& at, int trips) const {
    return position(at.section, epochs_.element(at), at.trip, trips);
  }

  /// Operations of counter c that the element issues.
  [[nodiscard]] constexpr int weight(int c, Section section, int element) const {
    return weights_[c][section][element];
  }
  /// Roles, by bit, whose lgkm operations complete at the element.
  [[nodiscard]] constexpr unsigned draining(Section section, int element) const { return draining_[section][element]; }

  /// Operations of counter c that are issued before an element in a run.
  [[nodiscard]] constexpr int issued(int c, Section section, int element, int trip, int trips) const {
    int count = issued_[c][section][element];
    if (section == Section::prologue) return count;
    const Vector<int>& before = issued_[c].prologue;
    const Vector<int>& each = issued_[c].kernel;
    count += before.back();
    return count + each.back() * (section == Section::kernel ? trip : trips);
  }

  /// The position of the barrier that takes a role into an epoch; the length of the run if there is none.
  [[nodiscard]] constexpr int barrier_into(int role, int epoch, int trips) const {
    if (epoch < 1) return run_length(trips);
    int rest = epoch - 1;
    const Vector<int>& first = barriers_.prologue[role];
    if (rest < first.size()) return position(Section::prologue, first[rest], 0, trips);
    rest -= first.size();
    const Vector<int>& each = barriers_.kernel[role];
    if (rest < trips * each.size())
      return position(Section::kernel, each[rest % each.size()], rest / each.size(), trips);
    rest -= trips * each.size();
    const Vector<int>& last = barriers_.epilogue[role];
    if (rest < last.size()) return position(Section::epilogue, last[rest], trips, trips);
    return run_length(trips);
  }

 private:
  constexpr void add_section(const WaveProgram& program, const SyncPlan& plan, Section section) {
    const int roles = program.roles.size();
    const Vector<SyncElement>& elements = plan.section(section);
    const Vector<Step>& steps = program.roles[0].steps[section];
    barriers_[section].resize(roles);
    int total[plan_counters] = {0, 0};
    for (int e = 0; e < elements.size(); ++e) {
      const unsigned passing = Epochs::passing_roles(program, section, elements[e]);
      for (int a = 0; a < roles && passing != 0; ++a) {
        if ((passing >> a & 1U) != 0) barriers_[section][a].push_back(e);
      }
      draining_[section].push_back(program.barriers == BarrierKind::draining ? passing : 0U);
      int counter = -1;
      int weight = 0;
      if (elements[e].kind == ElementKind::step) {
        const Step& step = steps[elements[e].step];
        const bool issues = step.action == Action::fetch || step.action == Action::move;
        if (issues && step.counter != Counter::none) {
          counter = counter_index(step.counter);
          weight = step.weight;
        }
      }
      for (int c = 0; c < plan_counters; ++c) {
        weights_[c][section].push_back(c == counter ? weight : 0);
        issued_[c][section].push_back(total[c]);
      }
      if (counter >= 0) total[counter] += weight;
    }
    // The end of the prologue is an extra position.
    if (section == Section::prologue) {
      draining_[section].push_back(0U);
      for (int c = 0; c < plan_counters; ++c) {
        weights_[c][section].push_back(0);
        issued_[c][section].push_back(total[c]);
      }
    }
    size_[section] = draining_[section].size();
    for (int c = 0; c < plan_counters; ++c) issued_[c][section].push_back(total[c]);
  }

  Epochs epochs_;
  PerSection<int> size_;
  PerCounter<PerSection<Vector<int>>> weights_;
  PerCounter<PerSection<Vector<int>>> issued_;
  PerSection<Vector<unsigned>> draining_;
  PerSection<Vector<Vector<int>>> barriers_;  // by role
  int limit_[plan_counters] = {};
};

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

class Waits {
 public:
  constexpr Waits(const WaveProgram& program, const SyncPlan& plan, const Vector<RunNeeds>& runs)
      : program_(program), plan_(plan), facts_(program, plan) {
    for (int c = 0; c < plan_counters; ++c) {
      for (const Section section : all_sections) {
        counts_[c][section].resize(facts_.size(section), no_wait);
        reasons_[c][section].resize(facts_.size(section));
      }
    }
    // Roles issue the same steps and so complete the same operations, unless some pass extra barriers that drain.
    const int views = program.barriers == BarrierKind::draining ? program.roles.size() : 1;
    for (const RunNeeds& run : runs) {
      for (int view = 0; view < views; ++view) runs_.push_back(prepared(run, views > 1 ? 1U << view : ~0U));
    }
  }

  /// Places the waits that the kernel alone needs.
  constexpr void place_in_kernel() {
    for (WaitRun& run : runs_) {
      for (int n = 0; n < run.deadlines.size(); ++n) {
        const Need& need = run.needs->needs[n];
        if (need.first.section == Section::kernel && need.second.section == Section::kernel) set_due(run, n);
      }
    }
    find_stops();
    for (int c = 0; c < plan_counters; ++c) {
      for (const WaitRun& run : runs_) add_missing(run, c);
    }
  }

  /// Takes the kernel's waits from a plan with other barriers in prologue and epilogue.
  constexpr void take_kernel_waits(const Waits& other) {
    for (int c = 0; c < plan_counters; ++c) {
      counts_[c].kernel = other.counts_[c].kernel;
      reasons_[c].kernel = other.reasons_[c].kernel;
    }
    find_stops();
  }

  /// Calls `visit(need)` for every need from kernel to epilogue that would require stricter waits in the kernel.
  template <class Visitor>
  constexpr void for_each_unmet_by_kernel(Visitor visit) const {
    for (const WaitRun& run : runs_) {
      const Vector<char> unmet = unmet_by_kernel(run);
      for (int n = 0; n < unmet.size(); ++n) {
        const Need& need = run.needs->needs[n];
        if (unmet[n] != 0 && need.first.section == Section::kernel) visit(need);
      }
    }
  }

  constexpr void place_everywhere() {
    for (WaitRun& run : runs_) {
      const Vector<char> unmet = unmet_by_kernel(run);
      for (int n = 0; n < unmet.size(); ++n) {
        // Operations that the prologue leaves in flight, and that no wait of the kernel retires in time, are waited for
        // before the loop.
        if (unmet[n] != 0 && run.needs->needs[n].first.section == Section::prologue) {
          run.deadlines[n] = facts_.size(Section::prologue) - 1;
        }
        set_due(run, n);
      }
    }
    find_stops();
    for (int c = 0; c < plan_counters; ++c) {
      for (const WaitRun& run : runs_) add_missing(run, c);
      for (const Section section : all_sections) {
        for (int e = 0; e < facts_.size(section); ++e) loosen(c, section, e);
      }
    }
  }

  /// The plan with the waits inserted.
  [[nodiscard]] constexpr SyncPlan inserted() const {
    SyncPlan out = plan_;
    for (const Section section : all_sections) {
      Vector<SyncElement> elements;
      int next = 0;  // the next element
      for (int e = 0; e < facts_.size(section); ++e) {
        // Priorities and fences directly before the element that the wait is for stay with that element.
        const bool waits = counts_[0][section][e] != no_wait || counts_[1][section][e] != no_wait;
        if (!waits && e < plan_.sections[section].size() && is_nothing(section, e)) continue;
        const int place = waits ? first_nothing_before(section, e) : e;
        for (; next < place; ++next) elements.push_back(plan_.sections[section][next]);
        for (int c = 0; c < plan_counters; ++c) {
          if (counts_[c][section][e] != no_wait) elements.push_back(wait_element(c, section, e));
        }
        for (; next <= e && next < plan_.sections[section].size(); ++next)
          elements.push_back(plan_.sections[section][next]);
      }
      for (; next < plan_.sections[section].size(); ++next) elements.push_back(plan_.sections[section][next]);
      out.sections[section] = static_cast<Vector<SyncElement>&&>(elements);
    }
    return out;
  }

 private:
  [[nodiscard]] constexpr bool is_nothing(Section section, int e) const {
    const SyncElement& element = plan_.sections[section][e];
    return element.kind == ElementKind::step &&
           program_.roles[0].steps[section][element.step].action == Action::nothing;
  }

  [[nodiscard]] constexpr int first_nothing_before(Section section, int e) const {
    while (e > 0 && is_nothing(section, e - 1)) --e;
    return e;
  }

  [[nodiscard]] constexpr SyncElement wait_element(int c, Section section, int e) const {
    SyncElement wait;
    wait.kind = ElementKind::wait;
    wait.counter = plan_counter(program_, c);
    wait.count = encodable_wait(program_.limits, wait.counter, counts_[c][section][e]);
    wait.reason = reasons_[c][section][e];
    return wait;
  }

  static constexpr void raise(int& value, int to) { value = to > value ? to : value; }

  /// The deadlines of the run. Nothing is due yet.
  [[nodiscard]] constexpr WaitRun prepared(const RunNeeds& run, unsigned roles) const {
    WaitRun out;
    out.needs = &run;
    out.roles = roles;
    const int length = facts_.run_length(run.trips);
    for (int c = 0; c < plan_counters; ++c) {
      out.due[c].resize(length, 0);
      out.reason[c].resize(length, -1);
      if (program_.registers == RegisterReading::interlocked) out.interlock[c].resize(length, 0);
    }
    for (const Need& need : run.needs) {
      const Step& first = program_.roles[0].steps[need.first.section][need.first.step];
      const bool counted = first.counter != Counter::none;
      const int element = facts_.epochs().element(need.first);
      const int c = counter_index(first.counter);
      const int operations =
          counted ? facts_.issued(c, need.first.section, element, need.first.trip, run.trips) + first.weight : 0;
      const int deadline = counted ? deadline_of(need, roles, run.trips) : length;
      out.operations.push_back(operations);
      out.deadlines.push_back(need.interlocked ? length : deadline);
      if (need.interlocked && deadline < length) raise(out.interlock[c][deadline], operations);
    }
    return out;
  }

  [[nodiscard]] constexpr int deadline_of(const Need& need, unsigned roles, int trips) const {
    if (!need.across_waves) return facts_.position(need.second, trips);
    int deadline = facts_.run_length(trips);
    for (int a = 0; a < program_.roles.size(); ++a) {
      if (((need.first_roles & roles) >> a & 1U) == 0) continue;
      for (int b = 0; b < program_.roles.size(); ++b) {
        if ((need.second_roles >> b & 1U) == 0) continue;
        const bool alone = a == b && program_.roles[a].waves == 1;
        const int due = alone ? facts_.position(need.second, trips)
                              : facts_.barrier_into(a, facts_.epochs().epoch(b, need.second, trips), trips);
        deadline = due < deadline ? due : deadline;
      }
    }
    return deadline;
  }

  [[nodiscard]] constexpr int counter_of(const Need& need) const {
    return counter_index(program_.roles[0].steps[need.first.section][need.first.step].counter);
  }

  /// Of several operations due at one position, the newest one determines the wait.
  constexpr void set_due(WaitRun& run, int n) const {
    const int deadline = run.deadlines[n];
    const int c = counter_of(run.needs->needs[n]);
    if (deadline >= run.due[c].size() || run.operations[n] <= run.due[c][deadline]) return;
    run.due[c][deadline] = run.operations[n];
    run.reason[c][deadline] = n;
  }

  /// Finds the elements that affect a counter in some run, or at which it has a wait.
  constexpr void find_stops() {
    for (int c = 0; c < plan_counters; ++c) {
      for (const Section section : all_sections) {
        Vector<char> wanted(facts_.size(section), 0);
        for (const WaitRun& run : runs_) {
          const int trips = run.needs->trips;
          for (int trip = section == Section::kernel ? 0 : trips;
               trip < trips || (section != Section::kernel && trip == trips); ++trip) {
            const int start = facts_.position(section, 0, trip, trips);
            for (int e = 0; e < wanted.size(); ++e) {
              if (run.due[c][start + e] > 0) wanted[e] = 1;
              if (!run.interlock[c].empty() && run.interlock[c][start + e] > 0) wanted[e] = 1;
            }
          }
        }
        Vector<int>& stops = stops_[c][section];
        stops.clear();
        for (int e = 0; e < wanted.size(); ++e) {
          const bool happens = wanted[e] != 0 || facts_.weight(c, section, e) > 0 ||
                               counts_[c][section][e] != no_wait || (c == 1 && facts_.draining(section, e) != 0);
          if (happens) stops.push_back(e);
        }
      }
    }
  }

  /// The state of a counter during a run.
  struct Walk {
    int issued = 0;
    int retired = 0;
  };

  static constexpr int to_the_end = -1;

  /// Follows a counter through a run with the current waits. Where an operation is due and still pending, `add` places
  /// a wait; without `add` the walk ends there. Returns the position where it ended, or to_the_end.
  constexpr int follow(const WaitRun& run, int c, bool add) {
    Walk walk;
    const int trips = run.needs->trips;
    int ended = follow_section(run, c, add, Section::prologue, 0, walk);
    for (int trip = 0; trip < trips && ended == to_the_end; ++trip) {
      ended = follow_section(run, c, add, Section::kernel, trip, walk);
    }
    if (ended == to_the_end) ended = follow_section(run, c, add, Section::epilogue, trips, walk);
    return ended;
  }

  constexpr int follow_section(const WaitRun& run, int c, bool add, Section section, int trip, Walk& walk) {
    const int start = facts_.position(section, 0, trip, run.needs->trips);
    const Vector<int>& due = run.due[c];
    Vector<int>& counts = counts_[c][section];
    for (const int e : stops_[c][section]) {
      arrive(run, c, section, e, counts[e], walk);
      if (walk.retired < due[start + e]) {
        if (!add) return start + e;
        counts[e] = walk.issued - due[start + e];
        reasons_[c][section][e] = reason_of(program_, run.needs->needs[run.reason[c][start + e]]);
        walk.retired = due[start + e];
      }
      leave(run, c, section, e, start + e, walk);
    }
    return to_the_end;
  }

  /// The wait before an element, and the operations that a draining barrier completes.
  constexpr void arrive(const WaitRun& run, int c, Section section, int e, int count, Walk& walk) const {
    raise(walk.retired, walk.issued - count);
    if (c == 1 && (facts_.draining(section, e) & run.roles) != 0) raise(walk.retired, walk.issued);
  }

  /// The element itself: interlocks first, then the operations that it issues. A full counter retires its oldest
  /// operations.
  constexpr void leave(const WaitRun& run, int c, Section section, int e, int position, Walk& walk) const {
    if (!run.interlock[c].empty()) raise(walk.retired, run.interlock[c][position]);
    const int weight = facts_.weight(c, section, e);
    if (weight == 0) return;
    raise(walk.retired, walk.issued + 1 - facts_.capacity(c));
    walk.issued += weight;
    raise(walk.retired, walk.issued - facts_.capacity(c));
  }

  constexpr void add_missing(const WaitRun& run, int c) { follow(run, c, true); }

  /// Sets one wait to the largest count that suffices while the other waits stay as they are: starts without the wait,
  /// and makes it as strict as the operations found pending require.
  constexpr void loosen(int c, Section section, int e) {
    const int before = counts_[c][section][e];
    if (before == no_wait) return;
    const SyncReason reason = reasons_[c][section][e];
    counts_[c][section][e] = no_wait;
    for (const WaitRun& run : runs_) {
      while (true) {
        const int pending = follow(run, c, false);
        if (pending == to_the_end) break;
        const int trips = run.needs->trips;
        // The last execution of the wait before that position.
        int trip = section == Section::kernel ? trips - 1 : trips;
        while (section == Section::kernel && trip > 0 && facts_.position(section, e, trip, trips) > pending) --trip;
        counts_[c][section][e] = facts_.issued(c, section, e, trip, trips) - run.due[c][pending];
        reasons_[c][section][e] = reason_of(program_, run.needs->needs[run.reason[c][pending]]);
      }
    }
    if (counts_[c][section][e] == before) reasons_[c][section][e] = reason;
  }

  /// By need: does its deadline lie in the kernel, and do the kernel's waits miss it?
  [[nodiscard]] constexpr Vector<char> unmet_by_kernel(const WaitRun& run) const {
    const int trips = run.needs->trips;
    const int kernel = facts_.position(Section::kernel, 0, 0, trips);
    const int epilogue = facts_.position(Section::epilogue, 0, trips, trips);
    Vector<char> unmet(run.deadlines.size(), 0);
    for (int c = 0; c < plan_counters; ++c) {
      Vector<int> retired_at(epilogue, 0);
      Walk walk;
      for (const int e : stops_[c].prologue) {
        arrive(run, c, Section::prologue, e, counts_[c].prologue[e], walk);
        leave(run, c, Section::prologue, e, e, walk);
      }
      for (int trip = 0; trip < trips; ++trip) {
        const int start = facts_.position(Section::kernel, 0, trip, trips);
        int filled = start;
        for (const int e : stops_[c].kernel) {
          for (; filled < start + e; ++filled) retired_at[filled] = walk.retired;
          arrive(run, c, Section::kernel, e, counts_[c].kernel[e], walk);
          retired_at[filled++] = walk.retired;
          leave(run, c, Section::kernel, e, start + e, walk);
        }
        for (; filled < start + facts_.size(Section::kernel); ++filled) retired_at[filled] = walk.retired;
      }
      for (int n = 0; n < unmet.size(); ++n) {
        const int deadline = run.deadlines[n];
        if (deadline < kernel || deadline >= epilogue || counter_of(run.needs->needs[n]) != c) continue;
        if (retired_at[deadline] < run.operations[n]) unmet[n] = 1;
      }
    }
    return unmet;
  }

  const WaveProgram& program_;
  const SyncPlan& plan_;
  PlanFacts facts_;
  PerCounter<PerSection<Vector<int>>> counts_;
  PerCounter<PerSection<Vector<SyncReason>>> reasons_;
  PerCounter<PerSection<Vector<int>>> stops_;
  Vector<WaitRun> runs_;
};

}  // namespace stretto::detail
