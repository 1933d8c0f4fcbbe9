// The trace of a role: the steps that one role executes in a run, in order.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

/// The steps that one role executes in a run, in order.
class RoleTrace {
 public:
  constexpr RoleTrace(const WaveProgram& program, int role, int trips) : role_(role) {
    const int own = trips + program.roles[role].extra_trips;
    add(program, Section::prologue, 0);
    for (int trip = 0; trip < own; ++trip) add(program, Section::kernel, trip);
    add(program, Section::epilogue, own);
  }

  struct Item {
    const Step* step = nullptr;
    StepInstance instance;
    int epoch = 0;  // number of barriers before it
  };

  [[nodiscard]] constexpr int size() const { return items_.size(); }
  constexpr const Item& operator[](int i) const { return items_[i]; }

  /// The index of a step; size() if it is not in the run.
  [[nodiscard]] constexpr int find(const StepInstance& instance) const {
    for (int i = 0; i < items_.size(); ++i) {
      const StepInstance& other = items_[i].instance;
      if (other.section == instance.section && other.index == instance.index && other.trip == instance.trip) return i;
    }
    return items_.size();
  }

  /// The index of the barrier that begins `epoch`; size() if there is none.
  [[nodiscard]] constexpr int barrier_into(int epoch) const {
    for (int i = 0; i < items_.size(); ++i) {
      if (items_[i].step->action == Action::barrier && items_[i].epoch + 1 == epoch) return i;
    }
    return items_.size();
  }

 private:
  constexpr void add(const WaveProgram& program, Section section, int trip) {
    const Vector<Step>& steps = program.roles[role_].steps[section];
    for (int i = 0; i < steps.size(); ++i) {
      items_.push_back({&steps[i], {role_, section, i, steps[i].entry, trip}, epoch_});
      if (steps[i].action == Action::barrier) ++epoch_;
    }
  }

  int role_;
  int epoch_ = 0;
  Vector<Item> items_;
};

}  // namespace stretto::detail
