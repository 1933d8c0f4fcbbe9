// Counter waits, as late and as large as they can be.
//
// With the barriers in place, every need gives its first step a deadline: within a wave the second step itself, across
// waves the barrier that takes the first step's agent into the second step's epoch. A wait stands only where something
// is due and not known to be complete, with the count that just retires it. The kernel's waits follow from the kernel
// alone; prologue and epilogue get barriers and waits of their own where those do not suffice, so that no trip waits
// for the sake of the first or the last. At the end each wait is loosened as far as the others allow, or dropped: what
// is left can be neither removed nor loosened.
#pragma once

#include <stretto/sync/kernel_barriers.hpp>

namespace stretto::detail {

inline constexpr int no_wait = 1 << 20;

/// One run as a wave sees it: what is issued, what must be complete, at each element.
struct WaitRun {
  struct Moment {
    int place = 0;   // element, numbered through all phases
    int weight = 0;  // issued here
    Counter counter = Counter::none;
    bool drains = false;        // a barrier that completes lgkm
    int due[2] = {-1, -1};      // by counter: operations that must have completed, counted from the first
    int reason[2] = {-1, -1};   // need
    int interlock[2] = {0, 0};  // operations that complete here by themselves
  };
  Vector<Moment> moments;
  const RunNeeds* needs = nullptr;
  Vector<int> deadlines;   // by need: a moment; past the end: none
  Vector<int> operations;  // by need: operations of its counter up to and with its first step
};

constexpr int counter_index(Counter counter) { return counter == Counter::vm ? 0 : 1; }

class Waits {
 public:
  constexpr Waits(const WaveProgram& program, const SyncPlan& plan) : program_(program), plan_(plan) {
    // One place before each element, and one at the end of the prologue.
    for (int p = 0; p < 3; ++p) {
      first_place_[p] = places_;
      places_ += plan.phases[p].size() + (p == 0 ? 1 : 0);
    }
    for (Vector<int>& counts : counts_) counts.resize(places_, no_wait);
    for (Vector<SyncReason>& reasons : reasons_) reasons.resize(places_);
  }

  /// The waits that the kernel needs for itself.
  constexpr void place_in_kernel(const RunNeeds& longest) {
    const Epochs epochs(program_, plan_);
    WaitRun run = prepared(longest, epochs);
    for (int n = 0; n < longest.needs.size(); ++n) {
      const Need& need = longest.needs[n];
      if (need.first.phase == Phase::kernel && need.second.phase == Phase::kernel) set_due(run, n);
    }
    add_missing(run);
  }

  /// The kernel's waits of the same plan with other barriers in prologue and epilogue.
  constexpr void take_kernel_waits(const Waits& other) {
    for (int c = 0; c < 2; ++c) {
      for (int e = 0; e < plan_.phases[1].size(); ++e) {
        counts_[c][first_place_[1] + e] = other.counts_[c][other.first_place_[1] + e];
        reasons_[c][first_place_[1] + e] = other.reasons_[c][other.first_place_[1] + e];
      }
    }
  }

  /// Calls `visit(need)` for every need from kernel to epilogue that the kernel's waits would have to be stricter for.
  template <class Visitor>
  constexpr void for_each_unmet_by_kernel(const Vector<RunNeeds>& runs, Visitor visit) const {
    const Epochs epochs(program_, plan_);
    for (const RunNeeds& run : runs) {
      const WaitRun wait_run = prepared(run, epochs);
      const Vector<char> unmet = unmet_by_kernel(wait_run);
      for (int n = 0; n < run.needs.size(); ++n) {
        if (unmet[n] != 0 && run.needs[n].first.phase == Phase::kernel) visit(run.needs[n]);
      }
    }
  }

  constexpr void place_everywhere(const Vector<RunNeeds>& runs) {
    const Epochs epochs(program_, plan_);
    for (const RunNeeds& needs : runs) {
      WaitRun run = prepared(needs, epochs);
      const Vector<char> unmet = unmet_by_kernel(run);
      for (int n = 0; n < needs.needs.size(); ++n) {
        // What the prologue leaves in flight and no wait of the kernel retires in time is waited for before the loop.
        if (unmet[n] != 0 && needs.needs[n].first.phase == Phase::prologue) {
          run.deadlines[n] = plan_.phases[0].size();
        }
        set_due(run, n);
      }
      runs_.push_back(static_cast<WaitRun&&>(run));
    }
    for (const WaitRun& run : runs_) add_missing(run);
    for (int counter = 0; counter < 2; ++counter) {
      for (int place = 0; place < places_; ++place) loosen(counter, place);
    }
  }

  /// The plan with the waits in it.
  [[nodiscard]] constexpr SyncPlan inserted() const {
    SyncPlan out = plan_;
    for (int p = 0; p < 3; ++p) {
      Vector<SyncElement> elements;
      for (int e = 0; e < plan_.phases[p].size() + (p == 0 ? 1 : 0); ++e) {
        for (int c = 0; c < 2; ++c) {
          const int place = first_place_[p] + e;
          if (counts_[c][place] == no_wait) continue;
          SyncElement wait;
          wait.kind = ElementKind::wait;
          wait.counter = c == 0 ? Counter::vm : Counter::lgkm;
          // A smaller count waits for more: what the field cannot hold is made stricter.
          const int widest = c == 0 ? program_.limits.max_wait_vm : program_.limits.max_wait_lgkm;
          wait.count = counts_[c][place] < widest ? counts_[c][place] : widest;
          wait.reason = reasons_[c][place];
          elements.push_back(wait);
        }
        if (e < plan_.phases[p].size()) elements.push_back(plan_.phases[p][e]);
      }
      out.phases[p] = static_cast<Vector<SyncElement>&&>(elements);
    }
    return out;
  }

 private:
  [[nodiscard]] constexpr Counter counter_of(const StepAt& at) const {
    return program_.agents[0].steps(at.phase)[at.step].counter;
  }

  /// The run's moments with their deadlines.
  constexpr WaitRun prepared(const RunNeeds& run, const Epochs& epochs) const {
    WaitRun out;
    out.needs = &run;
    // Where each step of a phase first stands in the run, and the moment of each agent's t-th barrier.
    const int kernel_start = plan_.phases[0].size() + 1;
    const int start[3] = {0, kernel_start, kernel_start + run.trips * plan_.phases[1].size()};
    const int agents = program_.agents.size();
    Vector<Vector<int>> barriers(agents);
    int issued[2] = {0, 0};
    Vector<int> complete_at;  // by moment: operations of its counter up to and with it
    for (const Phase phase : all_phases) {
      const int p = static_cast<int>(phase);
      for (int trip = phase == Phase::kernel ? run.trips : 1; trip > 0; --trip) {
        for (int e = 0; e < plan_.phases[p].size(); ++e) {
          const SyncElement& element = plan_.phases[p][e];
          WaitRun::Moment moment;
          moment.place = first_place_[p] + e;
          if (element.kind == ElementKind::step) {
            const Step& step = program_.agents[0].steps(phase)[element.step];
            const bool issues = step.action == Action::fetch || step.action == Action::move;
            if (issues && step.counter != Counter::none) {
              moment.counter = step.counter;
              moment.weight = step.weight;
              issued[counter_index(step.counter)] += step.weight;
            }
          }
          const unsigned passing = Epochs::passing_agents(program_, phase, element);
          for (int a = 0; a < agents; ++a) {
            if ((passing >> a & 1U) != 0) barriers[a].push_back(out.moments.size());
          }
          moment.drains = program_.barriers == BarrierKind::draining && passing == (1U << agents) - 1U;
          complete_at.push_back(moment.counter == Counter::none ? 0 : issued[counter_index(moment.counter)]);
          out.moments.push_back(moment);
        }
      }
      if (phase == Phase::prologue) {
        WaitRun::Moment end;
        end.place = plan_.phases[0].size();
        complete_at.push_back(0);
        out.moments.push_back(end);
      }
    }
    const auto moment_of = [&](const StepAt& at) {
      const int p = static_cast<int>(at.phase);
      return start[p] + (at.phase == Phase::kernel ? at.trip * plan_.phases[1].size() : 0) + epochs.element(at);
    };
    for (int n = 0; n < run.needs.size(); ++n) {
      const Need& need = run.needs[n];
      out.deadlines.push_back(out.moments.size());
      out.operations.push_back(0);
      const int first = moment_of(need.first);
      const Counter counter = out.moments[first].counter;
      if (counter == Counter::none) continue;
      out.operations.back() = complete_at[first];
      int deadline = need.across_waves ? out.moments.size() : moment_of(need.second);
      for (int a = 0; a < agents && need.across_waves; ++a) {
        if ((need.first_agents >> a & 1U) == 0) continue;
        for (int b = 0; b < agents; ++b) {
          if ((need.second_agents >> b & 1U) == 0) continue;
          int due = moment_of(need.second);
          if (a != b || program_.agents[a].waves > 1) {
            // The barrier that takes agent a into the epoch of the second step.
            const int epoch = epochs.epoch(b, need.second, run.trips);
            due = epoch > 0 && epoch <= barriers[a].size() ? barriers[a][epoch - 1] : out.moments.size();
          }
          deadline = due < deadline ? due : deadline;
        }
      }
      if (deadline >= out.moments.size()) continue;
      if (need.interlocked) {
        int& completed = out.moments[deadline].interlock[counter_index(counter)];
        completed = complete_at[first] > completed ? complete_at[first] : completed;
      } else {
        out.deadlines.back() = deadline;
      }
    }
    return out;
  }

  /// Of what is due at a moment the newest counts: operations retire in order.
  constexpr void set_due(WaitRun& run, int n) const {
    if (run.deadlines[n] >= run.moments.size()) return;
    WaitRun::Moment& moment = run.moments[run.deadlines[n]];
    const int c = counter_index(counter_of(run.needs->needs[n].first));
    if (run.operations[n] <= moment.due[c]) return;
    moment.due[c] = run.operations[n];
    moment.reason[c] = n;
  }

  /// By need: its deadline lies in the kernel, and the kernel's waits do not keep it.
  [[nodiscard]] constexpr Vector<char> unmet_by_kernel(const WaitRun& run) const {
    Vector<int> retired_at[2];
    follow(run, [&](int, int c, int, int retired) {
      retired_at[c].push_back(retired);
      return retired;
    });
    Vector<char> unmet;
    for (int n = 0; n < run.deadlines.size(); ++n) {
      const int deadline = run.deadlines[n];
      unmet.push_back(0);
      if (deadline >= run.moments.size()) continue;
      const int place = run.moments[deadline].place;
      if (place < first_place_[1] || place >= first_place_[2]) continue;
      const int c = counter_index(counter_of(run.needs->needs[n].first));
      if (retired_at[c][deadline] < run.operations[n]) unmet.back() = 1;
    }
    return unmet;
  }

  static constexpr int stop = -1;

  /// Follows a run with the waits as they are; calls `visit(index of the moment, counter, issued, retired)` before each
  /// moment, which returns how many operations have retired then, or `stop`.
  template <class Visitor>
  constexpr void follow(const WaitRun& run, Visitor visit) const {
    int issued[2] = {0, 0};
    int retired[2] = {0, 0};
    const int capacity[2] = {program_.limits.vm_capacity, program_.limits.lgkm_capacity};
    const auto raise = [](int& value, int to) { value = to > value ? to : value; };
    for (int i = 0; i < run.moments.size(); ++i) {
      const WaitRun::Moment& moment = run.moments[i];
      // A draining barrier completes lgkm itself.
      if (moment.drains) raise(retired[1], issued[1]);
      for (int c = 0; c < 2; ++c) {
        raise(retired[c], issued[c] - counts_[c][moment.place]);
        const int after = visit(i, c, issued[c], retired[c]);
        if (after == stop) return;
        retired[c] = after;
      }
      for (int c = 0; c < 2; ++c) raise(retired[c], moment.interlock[c]);
      if (moment.weight > 0) {
        const int c = counter_index(moment.counter);
        raise(retired[c], issued[c] + 1 - capacity[c]);
        issued[c] += moment.weight;
        raise(retired[c], issued[c] - capacity[c]);
      }
    }
  }

  constexpr void add_missing(const WaitRun& run) {
    follow(run, [&](int i, int c, int issued, int retired) {
      const WaitRun::Moment& moment = run.moments[i];
      if (retired >= moment.due[c]) return retired;
      counts_[c][moment.place] = issued - moment.due[c];
      reasons_[c][moment.place] = reason_of(program_, run.needs->needs[moment.reason[c]]);
      return moment.due[c];
    });
  }

  /// Sets one wait to the largest count that does while the others stay as they are: none, and then as small as what
  /// turns up pending needs it to be.
  constexpr void loosen(int counter, int place) {
    if (counts_[counter][place] == no_wait) return;
    counts_[counter][place] = no_wait;
    for (const WaitRun& run : runs_) {
      while (tighten_for_first_pending(run, counter, place)) {
      }
    }
  }

  /// False when nothing due is pending in the run.
  constexpr bool tighten_for_first_pending(const WaitRun& run, int counter, int place) {
    int pending = -1;
    follow(run, [&](int i, int c, int, int retired) {
      if (c != counter || retired >= run.moments[i].due[c]) return retired;
      pending = i;
      return stop;
    });
    if (pending < 0) return false;
    // What had been issued at the last passage of the place before that moment.
    int issued = 0;
    int issued_there = 0;
    for (int i = 0; i <= pending; ++i) {
      const WaitRun::Moment& moment = run.moments[i];
      if (moment.place == place) issued_there = issued;
      if (moment.weight > 0 && counter_index(moment.counter) == counter) issued += moment.weight;
    }
    const WaitRun::Moment& moment = run.moments[pending];
    counts_[counter][place] = issued_there - moment.due[counter];
    reasons_[counter][place] = reason_of(program_, run.needs->needs[moment.reason[counter]]);
    return true;
  }

  const WaveProgram& program_;
  const SyncPlan& plan_;
  int first_place_[3] = {};
  int places_ = 0;
  Vector<int> counts_[2];  // by counter, then place
  Vector<SyncReason> reasons_[2];
  Vector<WaitRun> runs_;
};

}  // namespace stretto::detail
