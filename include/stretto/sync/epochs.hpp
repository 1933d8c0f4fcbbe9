// The positions of a plan's barriers, and the epoch in which each role executes an element.
#pragma once

#include <stretto/sync/needs.hpp>

namespace stretto::detail {

class Epochs {
 public:
  constexpr Epochs(const WaveProgram& program, const SyncPlan& plan) : roles_(program.roles.size()) {
    for (const Section section : run_sections) {
      SectionCounts& counts = sections_[section];
      const Vector<SyncElement>& elements = plan.section(section);
      const int steps = program.roles[0].steps[section].size();
      counts.element_of_step.resize(steps, -1);
      counts.before_step.resize(steps * roles_, 0);
      counts.whole.resize(roles_, 0);
      for (int e = 0; e < elements.size(); ++e) {
        const int step = elements[e].step;
        if (step >= 0) {
          counts.element_of_step[step] = e;
          for (int a = 0; a < roles_; ++a) counts.before_step[step * roles_ + a] = counts.whole[a];
        }
        const unsigned passing = passing_roles(program, section, elements[e]);
        if (passing == 0) continue;
        for (int a = 0; a < roles_; ++a) counts.whole[a] += static_cast<int>(passing >> a & 1U);
      }
    }
  }

  /// Roles, by bit, that wait at the element as at a barrier.
  static constexpr unsigned passing_roles(const WaveProgram& program, Section section, const SyncElement& element) {
    const unsigned all = (1U << program.roles.size()) - 1U;
    switch (element.kind) {
      case ElementKind::step: return program.roles[0].steps[section][element.step].action == Action::barrier ? all : 0U;
      case ElementKind::stagger: return element.roles;
      case ElementKind::barrier: return all;
      case ElementKind::wait: return 0U;
    }
    return 0U;
  }

  [[nodiscard]] constexpr int element(const StepAt& at) const { return sections_[at.section].element_of_step[at.step]; }

  /// Barriers that the role passes in one execution of a section.
  [[nodiscard]] constexpr int whole(int role, Section section) const { return sections_[section].whole[role]; }

  /// Barriers that the role passes before a step, in a run of `trips` trips.
  [[nodiscard]] constexpr int epoch(int role, const StepAt& at, int trips) const {
    const int here = sections_[at.section].before_step[at.step * roles_ + role];
    if (at.section == Section::prologue) return here;
    const int made = at.section == Section::kernel ? at.trip : trips;
    return sections_.prologue.whole[role] + sections_.kernel.whole[role] * made + here;
  }

 private:
  struct SectionCounts {
    Vector<int> element_of_step;
    Vector<int> before_step;  // by step, then role
    Vector<int> whole;        // by role
  };

  int roles_;
  PerSection<SectionCounts> sections_;
};

/// The number of barriers missing between the steps of a need. For every pair of its roles, `second` must be in a later
/// epoch than the issue of `first`.
constexpr int barriers_missing(const WaveProgram& program, const Epochs& epochs, const Need& need, int trips) {
  if (!need.across_waves) return 0;
  int missing = 0;
  for (int a = 0; a < program.roles.size(); ++a) {
    if ((need.first_roles >> a & 1U) == 0) continue;
    for (int b = 0; b < program.roles.size(); ++b) {
      if ((need.second_roles >> b & 1U) == 0) continue;
      if (a == b && program.roles[a].waves == 1) continue;
      const int lacking = epochs.epoch(a, need.first, trips) + 1 - epochs.epoch(b, need.second, trips);
      missing = lacking > missing ? lacking : missing;
    }
  }
  return missing;
}

}  // namespace stretto::detail
