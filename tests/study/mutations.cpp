#include "mutations.hpp"

#include <algorithm>
#include <utility>

#include <stretto/mojo/names.hpp>

#include "../dice.hpp"

namespace stretto::study {

namespace {

using executor::EmittedSchedule;
using executor::Family;

bool is_wait(const OpDesc& op) { return op.tag == tags::wait_vm || op.tag == tags::wait_lgkm; }
bool is_barrier(const OpDesc& op) { return op.tag == tags::barrier; }
bool does_something(const OpDesc& op) { return op.is_kernel_op() || is_wait(op) || is_barrier(op); }

Vector<ScheduleEntry> without(const Vector<ScheduleEntry>& entries, int dropped) {
  Vector<ScheduleEntry> out;
  for (int i = 0; i < entries.size(); ++i) {
    if (i != dropped) out.push_back(entries[i]);
  }
  return out;
}

Vector<ScheduleEntry> with_twice(const Vector<ScheduleEntry>& entries, int doubled) {
  Vector<ScheduleEntry> out;
  for (int i = 0; i < entries.size(); ++i) {
    out.push_back(entries[i]);
    if (i == doubled) out.push_back(entries[i]);
  }
  return out;
}

/// Moves entry `from` to index `to`.
Vector<ScheduleEntry> moved(const Vector<ScheduleEntry>& entries, int from, int to) {
  Vector<ScheduleEntry> out = entries;
  for (int i = from; i < to; ++i) std::swap(out[i], out[i + 1]);
  for (int i = from; i > to; --i) std::swap(out[i], out[i - 1]);
  return out;
}

/// The entries of a schedule without those that have no effect.
std::vector<OpDesc> essence(const EmittedSchedule& schedule) {
  std::vector<OpDesc> out;
  int before_stagger = 0;
  for (const Section section : run_sections) {
    const Vector<ScheduleEntry>& entries = schedule[section];
    for (int i = 0; i < entries.size(); ++i) {
      if (!does_something(entries[i].op)) continue;
      out.push_back(entries[i].op);
      if (section == Section::prologue && i < schedule.warp_stagger_index) ++before_stagger;
    }
    out.push_back(OpDesc::none());
  }
  OpDesc stagger = OpDesc::none();
  const bool reached = schedule.warp_stagger_index >= 0 && schedule.warp_stagger_index <= schedule.prologue.size();
  stagger.stage = schedule.config.warp_stagger.enabled ? (reached ? before_stagger : -1) : -2;
  out.push_back(stagger);
  return out;
}

class Mutator {
 public:
  explicit Mutator(const EmittedSchedule& base) : base_(base) { seen_.push_back(essence(base)); }

  std::vector<Mutant> all() {
    for (const Section section : run_sections) {
      section_ = section;
      const int size = entries().size();
      for (int i = 0; i < size; ++i) {
        const OpDesc& op = entries()[i].op;
        if (is_wait(op)) change_wait(i);
        if (is_barrier(op)) change_barrier(i);
        if (op.is_kernel_op()) change_op(i);
      }
      for (int i = 0; i < size; ++i) {
        const int next = neighbour(i, 1);
        if (!does_something(entries()[i].op) || next < 0) continue;
        Vector<ScheduleEntry> changed = entries();
        std::swap(changed[i], changed[next]);
        add(MutationKind::neighbours_swapped, i, changed);
      }
    }
    change_stagger();
    return std::move(mutants_);
  }

 private:
  const Vector<ScheduleEntry>& entries() const { return base_[section_]; }

  /// The nearest entry in this direction that has an effect; -1: none.
  [[nodiscard]] int neighbour(int i, int direction) const {
    for (i += direction; i >= 0 && i < entries().size(); i += direction) {
      if (does_something(entries()[i].op)) return i;
    }
    return -1;
  }

  void add(MutationKind kind, int entry, const Vector<ScheduleEntry>& changed) {
    EmittedSchedule schedule = base_;
    schedule[section_] = changed;
    put(kind, std::string(stretto::name(section_)) + " " + std::to_string(entry), schedule);
  }

  void put(MutationKind kind, const std::string& where, const EmittedSchedule& schedule) {
    std::vector<OpDesc> key = essence(schedule);
    if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) return;
    seen_.push_back(std::move(key));
    mutants_.push_back({kind, std::string(study::name(kind)) + ", " + where, schedule});
  }

  void set_count(MutationKind kind, int i, int count) {
    Vector<ScheduleEntry> changed = entries();
    changed[i].op.wait_value = count;
    add(kind, i, changed);
  }

  void change_wait(int i) {
    using enum MutationKind;
    const OpDesc& op = entries()[i].op;
    add(wait_dropped, i, without(entries(), i));
    set_count(wait_looser_by_one, i, op.wait_value + 1);
    set_count(wait_looser_by_two, i, op.wait_value + 2);
    set_count(wait_too_large, i, (op.tag == tags::wait_vm ? base_.limits.max_wait_vm : base_.limits.max_wait_lgkm) + 1);
    set_count(wait_stricter_by_one, i, op.wait_value - 1);
    set_count(wait_to_zero, i, 0);
    if (const int before = neighbour(i, -1); before >= 0) add(wait_earlier, i, moved(entries(), i, before));
    if (const int after = neighbour(i, 1); after >= 0) add(wait_later, i, moved(entries(), i, after));
    for (int j = i + 1; j < entries().size(); ++j) {
      if (!is_barrier(entries()[j].op)) continue;
      add(wait_across_barrier, i, moved(entries(), i, j));
      break;
    }
    for (int j = i + 1; j < entries().size(); ++j) {
      if (!is_wait(entries()[j].op) || entries()[j].op.tag == op.tag) continue;
      Vector<ScheduleEntry> changed = entries();
      std::swap(changed[i].op.wait_value, changed[j].op.wait_value);
      add(wait_counts_swapped, i, changed);
      break;
    }
    Vector<ScheduleEntry> other = entries();
    other[i].op.tag = op.tag == tags::wait_vm ? tags::wait_lgkm : tags::wait_vm;
    add(wait_other_counter, i, other);
  }

  void change_barrier(int i) {
    using enum MutationKind;
    add(barrier_dropped, i, without(entries(), i));
    add(barrier_doubled, i, with_twice(entries(), i));
    // By one to three places: moving over a single wait may change nothing.
    int before = i;
    int after = i;
    for (int places = 0; places < 3; ++places) {
      if (before >= 0) before = neighbour(before, -1);
      if (after >= 0) after = neighbour(after, 1);
      if (before >= 0) add(barrier_earlier, i, moved(entries(), i, before));
      if (after >= 0) add(barrier_later, i, moved(entries(), i, after));
    }
  }

  [[nodiscard]] bool is_load(const OpDesc& op) const {
    return op.tag == 0 || (op.tag == 1 && base_.family != Family::single_buffer);
  }

  void change_op(int i) {
    using enum MutationKind;
    const OpDesc& op = entries()[i].op;
    const auto change = [&](MutationKind kind, auto edit) {
      Vector<ScheduleEntry> changed = entries();
      edit(changed[i].op);
      add(kind, i, changed);
    };
    change(stage_flipped, [](OpDesc& of) { of.stage = 1 - of.stage; });
    change(subtile_flipped, [](OpDesc& of) { of.subtile = of.subtile == 0 ? 1 : of.subtile - 1; });
    if (is_load(op) && base_.family != Family::single_buffer) {
      for (const KOffsetKind offset : {KOffsetKind::k0, KOffsetKind::k1, KOffsetKind::k_next, KOffsetKind::k_prev}) {
        change(k_offset_changed, [&](OpDesc& of) { of.k_offset = offset; });
      }
    }
    add(op_dropped, i, without(entries(), i));
  }

  void change_stagger() {
    if (!base_.config.warp_stagger.enabled) return;
    const int index = base_.warp_stagger_index;
    const int end = base_.prologue.size();
    for (const int to : {index - 1, index + 1, index - 2, index + 2, 0, end, end + 1, -1}) {
      EmittedSchedule schedule = base_;
      schedule.warp_stagger_index = to;
      put(MutationKind::stagger_moved, "to " + std::to_string(to), schedule);
    }
    EmittedSchedule schedule = base_;
    schedule.config.warp_stagger.enabled = false;
    put(MutationKind::stagger_disabled, "for both groups", schedule);
  }

  const EmittedSchedule& base_;
  Section section_ = Section::prologue;
  std::vector<Mutant> mutants_;
  std::vector<std::vector<OpDesc>> seen_;
};

}  // namespace

const char* name(MutationKind kind) {
  constexpr const char* names[mutation_kinds] = {
      "wait dropped",
      "wait looser by one",
      "wait looser by two",
      "wait too large for its field",
      "wait stricter by one",
      "wait to zero",
      "wait one earlier",
      "wait one later",
      "wait across a barrier",
      "wait counts swapped",
      "wait for the other counter",
      "barrier dropped",
      "barrier doubled",
      "barrier earlier",
      "barrier later",
      "stage flipped",
      "subtile flipped",
      "K offset changed",
      "op dropped",
      "neighbours swapped",
      "stagger moved",
      "stagger disabled",
      "two of these",
  };
  return names[static_cast<int>(kind)];
}

std::vector<Mutant> mutants_of(const EmittedSchedule& base) { return Mutator(base).all(); }

std::vector<Mutant> mutants_twice(const EmittedSchedule& base, int count, std::uint64_t seed) {
  constexpr int of_each = 5;
  Dice dice(seed);
  const std::vector<Mutant> first = mutants_of(base);
  const auto any_of = [&](const std::vector<Mutant>& mutants) -> const Mutant& {
    return mutants[static_cast<std::size_t>(dice.below(static_cast<int>(mutants.size())))];
  };
  // A second change may undo the first, or both together may equal a single change.
  std::vector<std::vector<OpDesc>> seen{essence(base)};
  for (const Mutant& mutant : first) seen.push_back(essence(mutant.schedule));
  std::vector<Mutant> out;
  while (static_cast<int>(out.size()) < count) {
    const Mutant& once = any_of(first);
    const std::vector<Mutant> second = mutants_of(once.schedule);
    for (int i = 0; i < of_each && static_cast<int>(out.size()) < count; ++i) {
      Mutant twice = any_of(second);
      std::vector<OpDesc> key = essence(twice.schedule);
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
      seen.push_back(std::move(key));
      twice.kind = MutationKind::two_changes;
      twice.what = once.what + " and " + twice.what;
      out.push_back(std::move(twice));
    }
  }
  return out;
}

}  // namespace stretto::study
