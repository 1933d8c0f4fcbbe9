// The program that all roles share, as elements: its steps, the places where one role passes a barrier of its own
// (the stagger), and the synchronisation that is derived. Each derived element carries its reason.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/section.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto {

/// The pair of steps that needs a sync entry: `first` must be over before `second` begins. Entries are those of the
/// program that synchronisation was derived for.
struct SyncReason {
  HazardKind kind = HazardKind::flow;          ///< what goes wrong without it
  Section first_section = Section::prologue;   ///< of the step that must be over
  int first_entry = -1;                        ///< of the step that must be over
  Section second_section = Section::prologue;  ///< of the step that must wait
  int second_entry = -1;                       ///< of the step that must wait
  int buffer = -1;                             ///< that both touch; -1: none

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
  step,     ///< of the given program; `step` is its index in role 0's phase
  stagger,  ///< a barrier that only the roles in `roles` pass
  barrier,  ///< derived
  wait,     ///< derived
};

/// A step, or something derived that stands between steps.
struct SyncElement {
  ElementKind kind = ElementKind::step;  ///< what it is
  int step = -1;                         ///< of the given program; -1: none
  unsigned roles = 0;                    ///< stagger: by bit
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
  PerSection<Vector<SyncElement>> sections;  ///< the elements in order
  int pacing_barriers_per_trip = 0;          ///< that were there
  int derived_barriers_per_trip = 0;         ///< that are added
  MinimalityCertificate certificate;         ///< why fewer cannot do

  /// The elements of a phase.
  constexpr Vector<SyncElement>& section(Section p) { return sections[p]; }
  /// The elements of a phase.
  [[nodiscard]] constexpr const Vector<SyncElement>& section(Section p) const { return sections[p]; }
};

namespace detail {

/// Lines the roles' steps up: role a executes step `index(a, phase, i)` where role 0 executes step i.
class Alignment {
 public:
  constexpr explicit Alignment(const WaveProgram& program) : program_(program) {
    for (int a = 0; a < program.roles.size(); ++a) {
      for (const Section section : all_sections) align(a, section);
    }
  }

  [[nodiscard]] constexpr const Diagnostic& error() const { return error_; }

  [[nodiscard]] constexpr const Step& step(int role, Section section, int i) const {
    const Role& declared = program_.roles[role];
    return declared.steps[section][index_[role * 3 + static_cast<int>(section)][i]];
  }

  /// The plan without any derived synchronisation.
  [[nodiscard]] constexpr SyncPlan plain_plan() const {
    SyncPlan plan;
    for (const Section section : all_sections) {
      const int count = program_.roles[0].steps[section].size();
      for (int i = 0; i <= count; ++i) {
        for (const Stagger& extra : staggers_) {
          if (extra.section != section || extra.before != i) continue;
          SyncElement element;
          element.kind = ElementKind::stagger;
          element.roles = 1U << extra.role;
          plan.section(section).push_back(element);
        }
        if (i == count) break;
        SyncElement element;
        element.step = i;
        element.roles = executing(section, i);
        // A barrier that not everybody passes.
        if (element.roles != (1U << program_.roles.size()) - 1U) element.kind = ElementKind::stagger;
        plan.section(section).push_back(element);
      }
    }
    return plan;
  }

 private:
  [[nodiscard]] constexpr unsigned executing(Section section, int i) const {
    unsigned roles = 0;
    for (int a = 0; a < program_.roles.size(); ++a) {
      if (index_[a * 3 + static_cast<int>(section)][i] >= 0) roles |= 1U << a;
    }
    return roles;
  }

  struct Stagger {
    int role = 0;
    Section section = Section::prologue;
    int before = 0;
  };

  static constexpr bool own_barrier(const Step& step) { return step.action == Action::barrier && step.entry < 0; }

  /// A role may have barriers of its own; everything else must be the same.
  constexpr void align(int a, Section section) {
    const Vector<Step>& model = program_.roles[0].steps[section];
    const Vector<Step>& own = program_.roles[a].steps[section];
    Vector<int> index;
    int j = 0;
    for (int i = 0; i < model.size(); ++i) {
      // What one role alone passes is an extra barrier of it: the more steps are left, the earlier it stands.
      while (j < own.size() && own_barrier(own[j]) && (!own_barrier(model[i]) || own.size() - j > model.size() - i)) {
        staggers_.push_back({a, section, i});
        ++j;
      }
      if (own_barrier(model[i]) && (j >= own.size() || !own_barrier(own[j]))) {
        index.push_back(-1);  // role 0's own
        continue;
      }
      if (j >= own.size() || !same(model[i], own[j])) {
        error_ = Diagnostic(Rule::programs_differ, i, a).at_entry(model[i].entry).in_section(section);
        return;
      }
      index.push_back(j++);
    }
    for (; j < own.size(); ++j) {
      if (!own_barrier(own[j])) {
        error_ = Diagnostic(Rule::programs_differ, j, a).at_entry(own[j].entry).in_section(section);
        return;
      }
      staggers_.push_back({a, section, model.size()});
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
