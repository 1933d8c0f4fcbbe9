// The program that all agents share, as elements: its steps, the places where one agent passes a barrier of its own
// (the stagger), and the synchronisation that is derived. Each derived element carries its reason.
#pragma once

#include <stretto/core/per_phase.hpp>
#include <stretto/core/result.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto {

/// The pair of steps that needs a sync entry: `first` must be over before `second` begins. Entries are those of the
/// program that synchronisation was derived for.
struct SyncReason {
  HazardKind kind = HazardKind::flow;    ///< what goes wrong without it
  Phase first_phase = Phase::prologue;   ///< of the step that must be over
  int first_entry = -1;                  ///< of the step that must be over
  Phase second_phase = Phase::prologue;  ///< of the step that must wait
  int second_entry = -1;                 ///< of the step that must wait
  int buffer = -1;                       ///< that both touch; -1: none

  friend constexpr bool operator==(const SyncReason&, const SyncReason&) = default;
};

/// Compute ops that should run between an asynchronous op and the barrier that it must be complete at, where there is
/// room for them. With none, barriers are the fewest; with some, the fewest that leave so much time.
struct LatencyHiding {
  int reads = 0;  ///< compute ops behind a read of shared memory
  int loads = 0;  ///< compute ops behind a load from global memory

  friend constexpr bool operator==(const LatencyHiding&, const LatencyHiding&) = default;
};

/// What an element of a plan is.
enum class ElementKind : unsigned char {
  step,     ///< of the given program; `step` is its index in agent 0's phase
  stagger,  ///< a barrier that only the agents in `agents` pass
  barrier,  ///< derived
  wait,     ///< derived
};

/// A step, or something derived that stands between steps.
struct SyncElement {
  ElementKind kind = ElementKind::step;  ///< what it is
  int step = -1;                         ///< of the given program; -1: none
  unsigned agents = 0;                   ///< stagger: by bit
  Counter counter = Counter::none;       ///< wait: for which
  int count = 0;                         ///< wait: for how many to be left
  SyncReason reason;                     ///< of what is derived
};

/// Why fewer barriers a trip cannot do: these needs, taken one after another, go around the loop `windings` times and
/// ask for more barriers on the way than that many trips with one barrier less would have.
struct MinimalityCertificate {
  Vector<SyncReason> needs;  ///< one after another around the loop
  int windings = 0;          ///< times around the loop
  int barriers_needed = 0;   ///< over all windings, pacing included
};

/// Where waits and barriers go.
struct SyncPlan {
  PerPhase<Vector<SyncElement>> phases;  ///< the elements in order
  int pacing_barriers_per_trip = 0;      ///< that were there
  int derived_barriers_per_trip = 0;     ///< that are added
  MinimalityCertificate certificate;     ///< why fewer cannot do

  /// The elements of a phase.
  constexpr Vector<SyncElement>& phase(Phase p) { return phases[p]; }
  /// The elements of a phase.
  [[nodiscard]] constexpr const Vector<SyncElement>& phase(Phase p) const { return phases[p]; }
};

namespace detail {

/// Lines the agents' steps up: agent a executes step `index(a, phase, i)` where agent 0 executes step i.
class Alignment {
 public:
  constexpr explicit Alignment(const WaveProgram& program) : program_(program) {
    for (int a = 0; a < program.agents.size(); ++a) {
      for (const Phase phase : all_phases) align(a, phase);
    }
  }

  [[nodiscard]] constexpr const Diagnostic& error() const { return error_; }

  [[nodiscard]] constexpr const Step& step(int agent, Phase phase, int i) const {
    const Agent& declared = program_.agents[agent];
    return declared.steps(phase)[index_[agent * 3 + static_cast<int>(phase)][i]];
  }

  /// The plan without any derived synchronisation.
  [[nodiscard]] constexpr SyncPlan plain_plan() const {
    SyncPlan plan;
    for (const Phase phase : all_phases) {
      const int count = program_.agents[0].steps(phase).size();
      for (int i = 0; i <= count; ++i) {
        for (const Stagger& extra : staggers_) {
          if (extra.phase != phase || extra.before != i) continue;
          SyncElement element;
          element.kind = ElementKind::stagger;
          element.agents = 1U << extra.agent;
          plan.phase(phase).push_back(element);
        }
        if (i == count) break;
        SyncElement element;
        element.step = i;
        element.agents = executing(phase, i);
        // A barrier that not everybody passes.
        if (element.agents != (1U << program_.agents.size()) - 1U) element.kind = ElementKind::stagger;
        plan.phase(phase).push_back(element);
      }
    }
    return plan;
  }

 private:
  [[nodiscard]] constexpr unsigned executing(Phase phase, int i) const {
    unsigned agents = 0;
    for (int a = 0; a < program_.agents.size(); ++a) {
      if (index_[a * 3 + static_cast<int>(phase)][i] >= 0) agents |= 1U << a;
    }
    return agents;
  }

  struct Stagger {
    int agent = 0;
    Phase phase = Phase::prologue;
    int before = 0;
  };

  static constexpr bool own_barrier(const Step& step) { return step.action == Action::barrier && step.entry < 0; }

  /// An agent may have barriers of its own; everything else must be the same.
  constexpr void align(int a, Phase phase) {
    const Vector<Step>& model = program_.agents[0].steps(phase);
    const Vector<Step>& own = program_.agents[a].steps(phase);
    Vector<int> index;
    int j = 0;
    for (int i = 0; i < model.size(); ++i) {
      // What one agent alone passes is an extra barrier of it: the more steps are left, the earlier it stands.
      while (j < own.size() && own_barrier(own[j]) && (!own_barrier(model[i]) || own.size() - j > model.size() - i)) {
        staggers_.push_back({a, phase, i});
        ++j;
      }
      if (own_barrier(model[i]) && (j >= own.size() || !own_barrier(own[j]))) {
        index.push_back(-1);  // agent 0's own
        continue;
      }
      if (j >= own.size() || !same(model[i], own[j])) {
        error_ = Diagnostic(Rule::programs_differ, i, a).at_entry(model[i].entry).in_phase(phase);
        return;
      }
      index.push_back(j++);
    }
    for (; j < own.size(); ++j) {
      if (!own_barrier(own[j])) {
        error_ = Diagnostic(Rule::programs_differ, j, a).at_entry(own[j].entry).in_phase(phase);
        return;
      }
      staggers_.push_back({a, phase, model.size()});
    }
    index_.push_back(static_cast<Vector<int>&&>(index));
  }

  static constexpr bool same(const Step& x, const Step& y) {
    return x.action == y.action && x.counter == y.counter && x.weight == y.weight && x.tile == y.tile &&
           x.tile_step == y.tile_step && x.accumulator == y.accumulator && x.entry == y.entry;
  }

  const WaveProgram& program_;
  Vector<Vector<int>> index_;
  Vector<Stagger> staggers_;
  Diagnostic error_;
};

}  // namespace detail
}  // namespace stretto
