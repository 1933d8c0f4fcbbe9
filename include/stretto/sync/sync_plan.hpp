// The program that all roles share, as a list of elements: its steps, the barriers that only one role passes (the
// stagger), and the derived synchronisation. Each derived element carries its reason.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/section.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto {

/// The pair of steps that requires a wait or a barrier: `first` must have completed before `second` begins. Entries are
/// numbered as in the program that the synchronisation was derived for.
struct SyncReason {
  HazardKind kind = HazardKind::flow;          ///< the hazard without the synchronisation
  Section first_section = Section::prologue;   ///< of the step that must have completed
  int first_entry = -1;                        ///< of the step that must have completed
  Section second_section = Section::prologue;  ///< of the step that waits
  int second_entry = -1;                       ///< of the step that waits
  int buffer = -1;                             ///< the buffer that both access; -1: none

  friend constexpr bool operator==(const SyncReason&, const SyncReason&) = default;
};

/// How many compute ops should run between an asynchronous op and the barrier at which it must have completed, where
/// there is room. With 0, the number of barriers is the minimum; otherwise it is the minimum that leaves this much
/// time.
struct LatencyHiding {
  int reads = 0;  ///< compute ops after a read of shared memory
  int loads = 0;  ///< compute ops after a load from global memory

  friend constexpr bool operator==(const LatencyHiding&, const LatencyHiding&) = default;
};

/// The kind of a plan element.
enum class ElementKind : unsigned char {
  step,     ///< a step of the given program; `step` is its index in that section of role 0
  stagger,  ///< a barrier that only the roles in `roles` pass
  barrier,  ///< a derived barrier
  wait,     ///< a derived wait
};

/// A step, or a derived element between steps.
struct SyncElement {
  ElementKind kind = ElementKind::step;  ///< the kind of element
  int step = -1;                         ///< step of the given program; -1: none
  unsigned roles = 0;                    ///< stagger: the roles that pass it, by bit
  Counter counter = Counter::none;       ///< wait: the counter
  int count = 0;                         ///< wait: how many operations may stay in flight
  SyncReason reason;                     ///< derived: why it is there
};

/// The proof that fewer barriers per trip do not suffice. These needs, laid end to end, go around the loop `windings`
/// times, and require more barriers on the way than that many trips with one barrier less would have.
struct MinimalityCertificate {
  Vector<SyncReason> needs;  ///< in their order around the loop
  int windings = 0;          ///< how often they go around the loop
  int barriers_needed = 0;   ///< derived barriers, over all windings; pacing barriers are not counted
};

/// The waits and barriers of a program, with their positions.
struct SyncPlan {
  PerSection<Vector<SyncElement>> sections;  ///< the elements of each section, in order
  int pacing_barriers_per_trip = 0;          ///< barriers of the given program
  int derived_barriers_per_trip = 0;         ///< barriers that were added
  MinimalityCertificate certificate;         ///< the proof that fewer do not suffice

  /// The elements of a section.
  constexpr Vector<SyncElement>& section(Section p) { return sections[p]; }
  /// The elements of a section.
  [[nodiscard]] constexpr const Vector<SyncElement>& section(Section p) const { return sections[p]; }
};

namespace detail {

/// Aligns the steps of the roles: role a executes step `index_[a * 3 + section][i]` where role 0 executes step i.
class Alignment {
 public:
  constexpr explicit Alignment(const WaveProgram& program) : program_(program) {
    for (int a = 0; a < program.roles.size(); ++a) {
      for (const Section section : run_sections) align(a, section);
    }
  }

  [[nodiscard]] constexpr const Diagnostic& error() const { return error_; }

  [[nodiscard]] constexpr const Step& step(int role, Section section, int i) const {
    const Role& declared = program_.roles[role];
    return declared.steps[section][index_[role * 3 + static_cast<int>(section)][i]];
  }

  /// The plan without derived synchronisation.
  [[nodiscard]] constexpr SyncPlan plain_plan() const {
    SyncPlan plan;
    for (const Section section : run_sections) {
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
        // A barrier that not every role passes.
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

  /// A role may have barriers of its own. All other steps must be the same.
  constexpr void align(int a, Section section) {
    const Vector<Step>& model = program_.roles[0].steps[section];
    const Vector<Step>& own = program_.roles[a].steps[section];
    Vector<int> index;
    int j = 0;
    for (int i = 0; i < model.size(); ++i) {
      // A barrier that only one role passes is an extra barrier of that role: the more steps it has left, the earlier
      // it goes.
      while (j < own.size() && own_barrier(own[j]) && (!own_barrier(model[i]) || own.size() - j > model.size() - i)) {
        staggers_.push_back({a, section, i});
        ++j;
      }
      if (own_barrier(model[i]) && (j >= own.size() || !own_barrier(own[j]))) {
        index.push_back(-1);  // a barrier of role 0 alone
        continue;
      }
      if (j >= own.size() || !same(model[i], own[j])) {
        error_ = Diagnostic(Rule::programs_differ, 0, 0).with_role(a).at_entry(model[i].entry).in_section(section);
        return;
      }
      index.push_back(j++);
    }
    for (; j < own.size(); ++j) {
      if (!own_barrier(own[j])) {
        error_ = Diagnostic(Rule::programs_differ, 0, 0).with_role(a).at_entry(own[j].entry).in_section(section);
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
