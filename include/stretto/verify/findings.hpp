// Collects hazards: each pair of steps once, with the worst verdict that was found for it. A step shared by several
// roles counts once.
#pragma once

#include <stretto/verify/cells.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

class Findings {
 public:
  constexpr Findings(const Cells& cells, bool list_proven) : cells_(cells), list_proven_(list_proven) {}

  constexpr void proven(HazardKind kind, const StepInstance& first, const StepInstance& second, int cell, int tile) {
    ++pairs_;
    if (!list_proven_) return;
    Hazard hazard;
    hazard.kind = kind;
    hazard.first = first;
    hazard.second = second;
    const Cells::Place place = cells_.place(cell);
    hazard.buffer = place.buffer;
    hazard.slot = place.slot;
    hazard.subtile = place.subtile;
    hazard.tile_due = tile;
    add(hazard);
  }

  constexpr void found(const Hazard& hazard) {
    ++pairs_;
    if (hazard.verdict > verdict_) verdict_ = hazard.verdict;
    add(hazard);
  }

  constexpr void dead(const StepInstance& read) {
    for (const StepInstance& known : dead_) {
      if (same(known, read)) return;
    }
    dead_.push_back(read);
  }

  /// A consume found the version that was due by chance: in another trip it will not. States that were explored before
  /// do not represent later ones.
  constexpr void note_coincidence() { ++coincidences_; }
  [[nodiscard]] constexpr int coincidences() const { return coincidences_; }

  [[nodiscard]] constexpr Verdict verdict() const { return verdict_; }
  [[nodiscard]] constexpr int pairs() const { return pairs_; }
  [[nodiscard]] constexpr const Vector<Hazard>& hazards() const { return hazards_; }
  [[nodiscard]] constexpr const Vector<StepInstance>& dead_reads() const { return dead_; }

 private:
  /// Are they one step, of one role or of roles that have it in common?
  [[nodiscard]] constexpr bool same(const StepInstance& x, const StepInstance& y) const {
    if (!x.same_entry(y)) return false;
    if (!x.present() || !y.present() || x.role == y.role) return x.role == y.role && x.present() == y.present();
    const WaveProgram& program = cells_.program();
    const Step& one = program.roles[x.role].steps[x.section][x.index];
    const Step& other = program.roles[y.role].steps[y.section][y.index];
    const bool alike = one.action == other.action && one.counter == other.counter && one.count == other.count &&
                       one.tag == other.tag && one.part == other.part && one.access_count == other.access_count &&
                       one.phase_barrier == other.phase_barrier;
    if (!alike) return false;
    for (int i = 0; i < one.access_count; ++i) {
      const StepAccess& left = program.accesses[one.first_access + i];
      const StepAccess& right = program.accesses[other.first_access + i];
      if (left.buffer != right.buffer || left.mode != right.mode) return false;
    }
    return true;
  }

  constexpr void add(const Hazard& hazard) {
    for (Hazard& known : hazards_) {
      if (known.kind != hazard.kind) continue;
      if (!same(known.first, hazard.first) || !same(known.second, hazard.second)) continue;
      const bool smaller_margin = known.verdict == hazard.verdict && hazard.margin < known.margin;
      if (hazard.verdict > known.verdict || smaller_margin) known = hazard;
      return;
    }
    hazards_.push_back(hazard);
  }

  const Cells& cells_;
  bool list_proven_;
  Verdict verdict_ = Verdict::proven;
  int pairs_ = 0;
  int coincidences_ = 0;
  Vector<Hazard> hazards_;
  Vector<StepInstance> dead_;
};

}  // namespace stretto::detail
