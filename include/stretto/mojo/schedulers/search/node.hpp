// SearchNode: a partial order during the search, its timing, and the step that places one more op.
#pragma once

#include <stretto/mojo/schedulers/search/dominance.hpp>
#include <stretto/mojo/schedulers/search/problem.hpp>

namespace stretto::detail {

class SearchNode {
 public:
  constexpr explicit SearchNode(const SearchProblem& problem) : problem_(problem) { reset(); }

  /// Returns to the empty order.
  constexpr void reset() {
    sequence.clear();
    placed.clear();
    placed.resize(problem_.size, 0);
    ready_at.clear();
    ready_at.resize(problem_.size, 0);
    missing_.clear();
    for (int i = 0; i < problem_.size; ++i) {
      missing_.push_back(problem_.predecessors.first[i + 1] - problem_.predecessors.first[i]);
    }
    key = {};
    now = {};
    enter_part(0);
  }

  /// Ops of the part that are not yet placed.
  struct Left {
    int ops = 0;
    int computes = 0;
    int loads = 0;
    int fragments = 0;
  };

  /// The state that placing an op changes, except the lists. It is saved and restored as a whole.
  struct Moment {
    int unit_free[serial_units] = {};
    int span = 0;      // latest finish
    int pressure = 0;  // live registers
    int peak = 0;
    int part = 0;
    int run_loads = 0;  // since the last compute
    int run_fragments = 0;
    Left left;
  };

  Vector<int> sequence;
  Vector<char> placed;
  Vector<int> ready_at;  // finish time of an op's placed predecessors
  DominanceKey key;      // set of the placed ops
  Moment now;

  /// Loads and fragments of a part since the last compute. 0 for a part that is not the current one.
  [[nodiscard]] constexpr int run_loads(int part) const { return part == now.part ? now.run_loads : 0; }
  [[nodiscard]] constexpr int run_fragments(int part) const { return part == now.part ? now.run_fragments : 0; }

  /// Enters the next part. The caller restores `now` on return.
  constexpr void enter_next_part() { enter_part(now.part + 1); }

  /// True if the remaining computes of the part can still take its remaining loads and fragments.
  [[nodiscard]] constexpr bool fits() const {
    const SearchLimits& limits = problem_.limits;
    const Left& left = now.left;
    if (left.ops == 0) return true;
    if (limits.fits_blocks && left.computes == 0) return false;
    if (!limits.fits_blocks && limits.max_globals == 0) return true;
    const int runs = limits.fits_blocks ? left.computes : left.computes + 1;
    if (left.loads > runs * problem_.load_cap - now.run_loads) return false;
    return !limits.fits_blocks || left.fragments <= runs * problem_.fragment_cap - now.run_fragments;
  }

  /// True if op i may come next.
  [[nodiscard]] constexpr bool allowed(int i) const {
    if (placed[i] != 0 || missing_[i] != 0) return false;
    const int equivalent = problem_.equivalent_before[i];
    if (equivalent >= 0 && placed[equivalent] == 0) return false;
    switch (problem_.classes[i]) {
      case BlockClass::load: return now.run_loads < problem_.load_cap;
      case BlockClass::fragment: return now.run_fragments < problem_.fragment_cap;
      case BlockClass::compute: return !problem_.limits.fits_blocks || now.left.computes > 1 || now.left.ops == 1;
      case BlockClass::other: return true;
    }
    return false;
  }

  constexpr void place(int i) {
    const OpDesc& op = problem_.body.ops[i];
    int start = ready_at[i];
    if (problem_.units[i] != SerialUnit::none) {
      int& free_at = now.unit_free[static_cast<int>(problem_.units[i])];
      if (free_at > start) start = free_at;
      free_at = start + problem_.holds[i];
    }
    const int finish = start + op.latency;
    if (finish > now.span) now.span = finish;
    now.pressure += op.vgpr_def;
    if (now.pressure > now.peak) now.peak = now.pressure;
    now.pressure -= op.vgpr_kill;
    count(problem_.classes[i]);
    placed[i] = 1;
    if (problem_.size <= max_dominance_ops) key.flip(i);
    sequence.push_back(i);
    for (int s = problem_.successors.first[i]; s < problem_.successors.first[i + 1]; ++s) {
      const int consumer = problem_.successors.neighbours[s];
      --missing_[consumer];
      undo_.push_back(ready_at[consumer]);
      if (finish > ready_at[consumer]) ready_at[consumer] = finish;
    }
  }

  /// Removes the op placed last. `before` is the state saved before it was placed.
  constexpr void unplace(const Moment& before) {
    const int i = sequence.back();
    for (int s = problem_.successors.first[i + 1] - 1; s >= problem_.successors.first[i]; --s) {
      const int consumer = problem_.successors.neighbours[s];
      ++missing_[consumer];
      ready_at[consumer] = undo_.back();
      undo_.pop_back();
    }
    sequence.pop_back();
    placed[i] = 0;
    if (problem_.size <= max_dominance_ops) key.flip(i);
    now = before;
  }

 private:
  constexpr void enter_part(int part) {
    now.part = part;
    now.left = {};
    if (part == problem_.limits.parts) return;
    for (int i = problem_.part_begin(part); i < problem_.part_begin(part + 1); ++i) {
      ++now.left.ops;
      now.left.computes += problem_.classes[i] == BlockClass::compute;
      now.left.loads += problem_.classes[i] == BlockClass::load;
      now.left.fragments += problem_.classes[i] == BlockClass::fragment;
    }
  }

  constexpr void count(BlockClass kind) {
    --now.left.ops;
    switch (kind) {
      case BlockClass::compute:
        --now.left.computes;
        now.run_loads = 0;
        now.run_fragments = 0;
        break;
      case BlockClass::load:
        --now.left.loads;
        ++now.run_loads;
        break;
      case BlockClass::fragment:
        --now.left.fragments;
        ++now.run_fragments;
        break;
      case BlockClass::other: break;
    }
  }

  const SearchProblem& problem_;
  Vector<int> missing_;  // number of predecessors not yet placed
  Vector<int> undo_;     // ready_at before each step
};

}  // namespace stretto::detail
