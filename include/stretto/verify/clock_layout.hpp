// The components of a vector clock and their order. abstract_state.hpp defines what each kind means.
#pragma once

#include <stretto/verify/abstract_state.hpp>

namespace stretto::detail {

class ClockLayout {
 public:
  constexpr explicit ClockLayout(const WaveProgram& program) : roles_(program.roles.size()) {
    for (const PhaseBarrier& barrier : program.phase_barriers) {
      first_place_.push_back(places_);
      places_ += barrier.slots;
    }
    size_ = roles_ + places_;
    told_.resize(roles_ * counters, -1);
    for (int a = 0; a < roles_; ++a) {
      for (const Section section : all_sections) {
        for (const Step& step : program.roles[a].steps[section]) {
          if (step.action != Action::arrive || step.counter == Counter::none) continue;
          int& component = told_[a * counters + static_cast<int>(step.counter)];
          if (component < 0) component = size_++;
        }
      }
    }
    first_certain_ = size_;
    size_ += places_;
  }

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr int places() const { return places_; }
  /// The place of a phase barrier that a step uses in a trip.
  template <class When>
  [[nodiscard]] constexpr int place_of(const WaveProgram& program, const PhaseUse& use, const When& when) const {
    return first_place_[use.barrier] + use.version(when) % program.phase_barriers[use.barrier].slots;
  }

  /// Component: how many phases of a place are complete, including their loads.
  [[nodiscard]] constexpr int phases(int place) const { return roles_ + place; }
  /// Component: how many phases of a place are certainly complete.
  [[nodiscard]] constexpr int certain(int place) const { return first_certain_ + place; }
  /// Component: how many operations of a role's counter are complete. -1: no asynchronous arrival reports them.
  [[nodiscard]] constexpr int told(int role, Counter counter) const {
    return told_[role * counters + static_cast<int>(counter)];
  }
  /// The first of the components for phases that are certainly complete. They are the last components.
  [[nodiscard]] constexpr int first_certain() const { return first_certain_; }
  /// The first component of a counter that asynchronous arrivals report.
  [[nodiscard]] constexpr int first_told() const { return roles_ + places_; }

 private:
  int roles_;
  int places_ = 0;
  int size_ = 0;
  int first_certain_ = 0;
  Vector<int> first_place_;  // by phase barrier
  Vector<int> told_;         // by role and counter
};

}  // namespace stretto::detail
