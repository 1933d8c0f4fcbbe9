// The fewest barriers of prologue and epilogue, once the kernel has its barriers and waits.
//
// A need that these do not meet is an interval on a line: first the gaps of the prologue, then those of the epilogue.
// One more barrier at the right end of the interval that ends first, until all are met, is the classical optimal
// stabbing: some barrier must lie in that interval, and no place in it is in more of the others than its right end.
#pragma once

#include <stretto/sync/waits.hpp>

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

  /// What stands behind the interval's right end in the epilogue was placed without it, and may not be needed with it.
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

/// Adds them to the plan; `kernel_waits` are those of a plan with the same kernel. Returns the waits to go on with.
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
