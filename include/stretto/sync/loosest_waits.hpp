// Counter waits, as late and as loose as possible.
//
// With the barriers in place, every need has a deadline (`run_deadlines.hpp`). A wait is placed only where an operation
// is due and not known to be complete (`counter_walk.hpp`), with the count that just retires it. The kernel's waits
// follow from the kernel alone. Prologue and epilogue get their own barriers and waits where those do not suffice, so
// no trip waits for the sake of the first or the last one. At the end each wait is loosened as far as the others allow,
// or dropped: no remaining wait can be removed or loosened.
#pragma once

#include <stretto/program/wait_encoding.hpp>
#include <stretto/sync/counter_walk.hpp>
#include <stretto/sync/kernel_barriers.hpp>

namespace stretto::detail {

inline constexpr int no_wait = 1 << 20;

class Waits {
 public:
  constexpr Waits(const WaveProgram& program, const SyncPlan& plan, const Vector<RunNeeds>& runs)
      : program_(program), plan_(plan), facts_(program, plan) {
    for (int c = 0; c < plan_counters; ++c) {
      for (const Section section : run_sections) {
        counts_[c][section].resize(facts_.size(section), no_wait);
        reasons_[c][section].resize(facts_.size(section));
      }
    }
    // Roles issue the same steps and so complete the same operations, unless some pass extra barriers that drain.
    const int views = program.barriers == BarrierKind::draining ? program.roles.size() : 1;
    for (const RunNeeds& run : runs) {
      for (int view = 0; view < views; ++view)
        runs_.push_back(prepared_run(program, facts_, run, views > 1 ? 1U << view : ~0U));
    }
  }

  /// Places the waits that the kernel alone needs.
  constexpr void place_in_kernel() {
    for (WaitRun& run : runs_) {
      for (int n = 0; n < run.deadlines.size(); ++n) {
        const Need& need = run.needs->needs[n];
        if (need.first.section == Section::kernel && need.second.section == Section::kernel) set_due(program_, run, n);
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
        set_due(program_, run, n);
      }
    }
    find_stops();
    for (int c = 0; c < plan_counters; ++c) {
      for (const WaitRun& run : runs_) add_missing(run, c);
      for (const Section section : run_sections) {
        for (int e = 0; e < facts_.size(section); ++e) loosen(c, section, e);
      }
    }
  }

  /// The plan with the waits inserted.
  [[nodiscard]] constexpr SyncPlan inserted() const {
    SyncPlan out = plan_;
    for (const Section section : run_sections) {
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

  /// Finds the elements that affect a counter in some run, or at which it has a wait.
  constexpr void find_stops() {
    for (int c = 0; c < plan_counters; ++c) {
      for (const Section section : run_sections) {
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

  static constexpr int to_the_end = -1;

  /// Follows a counter through a run with the current waits. Where an operation is due and still pending, `add` places
  /// a wait; without `add` the walk ends there. Returns the position where it ended, or to_the_end.
  constexpr int follow(const WaitRun& run, int c, bool add) {
    CounterWalk walk;
    const int trips = run.needs->trips;
    int ended = follow_section(run, c, add, Section::prologue, 0, walk);
    for (int trip = 0; trip < trips && ended == to_the_end; ++trip) {
      ended = follow_section(run, c, add, Section::kernel, trip, walk);
    }
    if (ended == to_the_end) ended = follow_section(run, c, add, Section::epilogue, trips, walk);
    return ended;
  }

  constexpr int follow_section(const WaitRun& run, int c, bool add, Section section, int trip, CounterWalk& walk) {
    const int start = facts_.position(section, 0, trip, run.needs->trips);
    const Vector<int>& due = run.due[c];
    Vector<int>& counts = counts_[c][section];
    for (const int e : stops_[c][section]) {
      walk.arrive(facts_, run, c, section, e, counts[e]);
      if (walk.retired < due[start + e]) {
        if (!add) return start + e;
        counts[e] = walk.issued - due[start + e];
        reasons_[c][section][e] = reason_of(program_, run.needs->needs[run.reason[c][start + e]]);
        walk.retired = due[start + e];
      }
      walk.leave(facts_, run, c, section, e, start + e);
    }
    return to_the_end;
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
      CounterWalk walk;
      for (const int e : stops_[c].prologue) {
        walk.arrive(facts_, run, c, Section::prologue, e, counts_[c].prologue[e]);
        walk.leave(facts_, run, c, Section::prologue, e, e);
      }
      for (int trip = 0; trip < trips; ++trip) {
        const int start = facts_.position(Section::kernel, 0, trip, trips);
        int filled = start;
        for (const int e : stops_[c].kernel) {
          for (; filled < start + e; ++filled) retired_at[filled] = walk.retired;
          walk.arrive(facts_, run, c, Section::kernel, e, counts_[c].kernel[e]);
          retired_at[filled++] = walk.retired;
          walk.leave(facts_, run, c, Section::kernel, e, start + e);
        }
        for (; filled < start + facts_.size(Section::kernel); ++filled) retired_at[filled] = walk.retired;
      }
      for (int n = 0; n < unmet.size(); ++n) {
        const int deadline = run.deadlines[n];
        if (deadline < kernel || deadline >= epilogue || counter_of(program_, run.needs->needs[n]) != c) continue;
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
