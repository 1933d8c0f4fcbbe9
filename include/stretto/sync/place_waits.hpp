// Counter waits, as late and as large as they can be.
//
// With the barriers in place, every need gives its first step a deadline: within a wave the second step itself, across
// waves the barrier that takes the first step's agent into the second step's epoch. A wait stands only where something
// is due and not known to be complete, with the count that just retires it. At the end each wait is loosened as far as
// the others allow, or dropped: what is left can be neither removed nor loosened.
#pragma once

#include <stretto/sync/place_barriers.hpp>

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
};

constexpr int counter_index(Counter counter) { return counter == Counter::vm ? 0 : 1; }

class Waits {
 public:
  constexpr Waits(const WaveProgram& program, SyncPlan& plan) : program_(program), plan_(plan) {
    for (int p = 0; p < 3; ++p) {
      first_place_[p] = places_;
      places_ += plan.phases[p].size();
    }
    for (Vector<int>& counts : counts_) counts.resize(places_, no_wait);
    for (Vector<SyncReason>& reasons : reasons_) reasons.resize(places_);
  }

  constexpr void place(const Vector<RunNeeds>& runs) {
    const Epochs epochs(program_, plan_);
    for (const RunNeeds& run : runs) runs_.push_back(prepared(run, epochs));
    for (const WaitRun& run : runs_) add_missing(run);
    for (int counter = 0; counter < 2; ++counter) {
      for (int place = 0; place < places_; ++place) loosen(counter, place);
    }
    insert();
  }

 private:
  /// The run's moments with their deadlines.
  constexpr WaitRun prepared(const RunNeeds& run, const Epochs& epochs) const {
    WaitRun out;
    out.needs = &run;
    // Where each step of a phase first stands in the run, and the moment of each agent's t-th barrier.
    int start[3] = {0, plan_.phases[0].size(), plan_.phases[0].size() + run.trips * plan_.phases[1].size()};
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
    }
    const auto moment_of = [&](const StepAt& at) {
      const int p = static_cast<int>(at.phase);
      return start[p] + (at.phase == Phase::kernel ? at.trip * plan_.phases[1].size() : 0) + epochs.element(at);
    };
    for (int n = 0; n < run.needs.size(); ++n) {
      const Need& need = run.needs[n];
      const int first = moment_of(need.first);
      const Counter counter = out.moments[first].counter;
      if (counter == Counter::none) continue;
      const int c = counter_index(counter);
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
      WaitRun::Moment& at = out.moments[deadline];
      if (need.interlocked) {
        at.interlock[c] = complete_at[first] > at.interlock[c] ? complete_at[first] : at.interlock[c];
      } else if (complete_at[first] > at.due[c]) {
        at.due[c] = complete_at[first];
        at.reason[c] = n;
      }
    }
    return out;
  }

  /// Follows a run; calls `at_due(index of the moment, counter, operations issued)` where something due is still
  /// pending, and goes on as if it had been waited for. Stops when that returns false.
  template <class AtDue>
  constexpr void follow(const WaitRun& run, AtDue at_due) const {
    int issued[2] = {0, 0};
    int retired[2] = {0, 0};
    const int capacity[2] = {program_.limits.vm_capacity, program_.limits.lgkm_capacity};
    const auto raise = [](int& value, int to) { value = to > value ? to : value; };
    for (int i = 0; i < run.moments.size(); ++i) {
      const WaitRun::Moment& moment = run.moments[i];
      for (int c = 0; c < 2; ++c) {
        raise(retired[c], issued[c] - counts_[c][moment.place]);
        if (moment.due[c] < 0) continue;
        // The deadline of an issue or a barrier lies before it, but a draining barrier completes lgkm itself.
        if (c == 1 && moment.drains) raise(retired[c], issued[c]);
        if (retired[c] >= moment.due[c]) continue;
        if (!at_due(i, c, issued[c])) return;
        raise(retired[c], moment.due[c]);
      }
      if (moment.drains) raise(retired[1], issued[1]);
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
    follow(run, [&](int i, int c, int issued) {
      const WaitRun::Moment& moment = run.moments[i];
      counts_[c][moment.place] = issued - moment.due[c];
      reasons_[c][moment.place] = reason_of(program_, run.needs->needs[moment.reason[c]]);
      return true;
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
    follow(run, [&](int i, int c, int) {
      if (c != counter) return true;
      pending = i;
      return false;
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

  constexpr void insert() {
    for (int p = 0; p < 3; ++p) {
      Vector<SyncElement> elements;
      for (int e = 0; e < plan_.phases[p].size(); ++e) {
        for (int c = 0; c < 2; ++c) {
          const int place = first_place_[p] + e;
          if (counts_[c][place] == no_wait) continue;
          SyncElement wait;
          wait.kind = ElementKind::wait;
          wait.counter = c == 0 ? Counter::vm : Counter::lgkm;
          wait.count = counts_[c][place];
          wait.reason = reasons_[c][place];
          elements.push_back(wait);
        }
        elements.push_back(plan_.phases[p][e]);
      }
      plan_.phases[p] = static_cast<Vector<SyncElement>&&>(elements);
    }
  }

  const WaveProgram& program_;
  SyncPlan& plan_;
  int first_place_[3] = {};
  int places_ = 0;
  Vector<int> counts_[2];  // by counter, then place
  Vector<SyncReason> reasons_[2];
  Vector<WaitRun> runs_;
};

}  // namespace stretto::detail
