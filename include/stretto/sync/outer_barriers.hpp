// The fewest barriers of prologue and epilogue, after the kernel has its barriers and waits.
//
// A need that these do not satisfy is an interval on a line: first the gaps of the prologue, then those of the
// epilogue. Until all needs are satisfied, one more barrier goes to the right end of the interval that ends first. This
// greedy stabbing is optimal: some barrier must lie in that interval, and no other point of it lies in more of the
// remaining intervals than its right end.
#pragma once

#include <stretto/sync/loosest_waits.hpp>

namespace stretto::detail {

/// The interval that ends first.
class FirstInterval {
 public:
  constexpr FirstInterval(const WaveProgram& program, const SyncPlan& plan)
      : program_(program), epochs_(program, plan), prologue_(plan.section(Section::prologue).size()) {}

  constexpr void consider(const Need& need) {
    if (need.first.section == Section::kernel && need.second.section == Section::kernel) return;
    int right = prologue_;
    if (need.second.section == Section::prologue) right = epochs_.element(need.second);
    if (need.second.section == Section::epilogue) right = prologue_ + 1 + epochs_.element(need.second);
    if (end_ >= 0 && right >= end_) return;
    end_ = right;
    reason_ = reason_of(program_, need);
  }

  [[nodiscard]] constexpr bool found() const { return end_ >= 0; }

  /// Puts a barrier at its right end.
  constexpr void stab(SyncPlan& plan) const {
    const Section section = end_ <= prologue_ ? Section::prologue : Section::epilogue;
    const int gap = end_ <= prologue_ ? end_ : end_ - prologue_ - 1;
    const Vector<SyncElement>& old = plan.section(section);
    Vector<SyncElement> elements;
    for (int e = 0; e <= old.size(); ++e) {
      if (e == gap) {
        SyncElement barrier;
        barrier.kind = ElementKind::barrier;
        barrier.reason = reason_;
        elements.push_back(barrier);
      }
      if (e < old.size()) elements.push_back(old[e]);
    }
    plan.section(section) = static_cast<Vector<SyncElement>&&>(elements);
  }

  /// Removes the later barriers of the epilogue: they were placed without the new one, and may no longer be needed.
  constexpr void drop_later_barriers(SyncPlan& plan) const {
    if (end_ <= prologue_) return;
    const Vector<SyncElement>& old = plan.section(Section::epilogue);
    Vector<SyncElement> elements;
    for (int e = 0; e < old.size(); ++e) {
      if (e < end_ - prologue_ - 1 || old[e].kind != ElementKind::barrier) elements.push_back(old[e]);
    }
    plan.section(Section::epilogue) = static_cast<Vector<SyncElement>&&>(elements);
  }

  [[nodiscard]] constexpr const Epochs& epochs() const { return epochs_; }

 private:
  const WaveProgram& program_;
  Epochs epochs_;
  int prologue_;
  int end_ = -1;
  SyncReason reason_;
};

/// Adds these barriers to the plan. `kernel_waits` are those of a plan with the same kernel. Returns the waits of the
/// new plan.
constexpr Waits place_outer_barriers(const WaveProgram& program, SyncPlan& plan, const Vector<RunNeeds>& runs,
                                     const Waits& kernel_waits) {
  while (true) {
    FirstInterval first(program, plan);
    for (const RunNeeds& run : runs) {
      for (const Need& need : run.needs) {
        if (barriers_missing(program, first.epochs(), need, run.trips) > 0) first.consider(need);
      }
    }
    if (!first.found()) {
      Waits waits(program, plan, runs);
      waits.take_kernel_waits(kernel_waits);
      waits.for_each_unmet_by_kernel([&](const Need& need) { first.consider(need); });
      if (!first.found()) return waits;
      first.drop_later_barriers(plan);
    }
    first.stab(plan);
  }
}

}  // namespace stretto::detail
