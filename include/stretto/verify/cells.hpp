// Numbers the places: every subtile of every slot of every buffer is a cell.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::detail {

class Cells {
 public:
  constexpr explicit Cells(const WaveProgram& program) : program_(program) {
    for (const Buffer& buffer : program.buffers) {
      first_.push_back(count_);
      first_contributor_.push_back(contributors_.size());
      const int cells = buffer.slots * buffer.subtiles;
      for (int i = 0; i < cells; ++i) buffer_of_.push_back(first_.size() - 1);
      count_ += cells;
      for (int i = 0; i < buffer.subtiles; ++i) contributors_.push_back(0);
    }
    for (int a = 0; a < program.roles.size(); ++a) {
      const Role& role = program.roles[a];
      waves_of_.push_back((role.waves >= 32 ? ~0U : (1U << role.waves) - 1U) << role.first_wave);
      for (const Section section : all_sections) add_contributions(a, role.steps[section]);
    }
    find_overlaps();
    find_proxies();
  }

  [[nodiscard]] constexpr const WaveProgram& program() const { return program_; }
  [[nodiscard]] constexpr int count() const { return count_; }

  /// `when` is a Moment, or anything with its members.
  template <class When>
  [[nodiscard]] constexpr int cell(const StepAccess& access, const When& when) const {
    const Buffer& buffer = program_.buffers[access.buffer];
    return first_[access.buffer] + access.slot_in_trip(when, buffer.slots) * buffer.subtiles + access.subtile;
  }

  /// The roles that write a part of the subtile, by bit.
  [[nodiscard]] constexpr unsigned contributors(const StepAccess& access) const {
    return contributors(access.buffer, access.subtile);
  }
  [[nodiscard]] constexpr unsigned contributors(int buffer, int subtile) const {
    return contributors_[first_contributor_[buffer] + subtile];
  }

  /// The roles that write a part of the cell, or of a cell that overlaps it, by bit.
  [[nodiscard]] constexpr unsigned overwriters(int cell) const {
    const Place at = place(cell);
    unsigned roles = contributors(at.buffer, at.subtile);
    for (int i = 0; i < overlap_count(cell); ++i) {
      const Place other = place(overlap(cell, i));
      roles |= contributors(other.buffer, other.subtile);
    }
    return roles;
  }

  /// The cells of other buffers whose bytes overlap those of a cell.
  [[nodiscard]] constexpr bool any_overlap() const { return !overlaps_.empty(); }
  [[nodiscard]] constexpr int overlap_count(int cell) const {
    return overlaps_.empty() ? 0 : first_overlap_[cell + 1] - first_overlap_[cell];
  }
  [[nodiscard]] constexpr int overlap(int cell, int i) const { return overlaps_[first_overlap_[cell] + i]; }
  /// Are two cells that overlap the same registers under two names?
  [[nodiscard]] constexpr bool same_registers(int cell, int other) const {
    const Buffer& one = program_.buffers[buffer_of_[cell]];
    const Buffer& two = program_.buffers[buffer_of_[other]];
    return one.per_wave() && one.bytes == two.bytes && begin_of(cell) == begin_of(other);
  }

  /// Do both proxies access the memory of a buffer, so that fences matter?
  [[nodiscard]] constexpr bool mixes_proxies(int buffer) const { return mixes_proxies_[buffer] != 0; }
  /// Does any buffer's memory mix proxies?
  [[nodiscard]] constexpr bool fences_matter() const { return fences_matter_; }
  /// Do steps of the mma counter access any registers that other steps write?
  [[nodiscard]] constexpr bool mma_fences_matter() const { return mma_fences_matter_; }
  /// Do steps of the mma counter access a buffer in registers that other steps write?
  [[nodiscard]] constexpr bool needs_mma_fences(int buffer) const { return needs_mma_fences_[buffer] != 0; }

  /// The counter in which the accesses of a step to a buffer complete.
  [[nodiscard]] constexpr Counter counter_of(const Step& step, int buffer) const {
    const bool later = step.counter == Counter::store && program_.buffers[buffer].space == Space::global;
    return later ? Counter::stored : step.counter;
  }

  [[nodiscard]] constexpr bool in_registers(const StepAccess& access) const {
    return program_.buffers[access.buffer].per_wave();
  }

  /// The counter in which a step accumulates in a cell: the step reads and writes the cell in every wave. None: the
  /// step does not accumulate there.
  template <class When>
  [[nodiscard]] constexpr Counter accumulates(int role, const Step& step, const When& when, int cell) const {
    const bool may =
        step.action == Action::consume && (step.counter == Counter::mma || step.counter == Counter::tensor);
    if (!may) return Counter::none;
    bool reads = false;
    bool writes = false;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (this->cell(access, when) != cell) continue;
      if (access.mode == AccessMode::write) writes = true;
      if (access.mode == AccessMode::read && in_all_waves(role, access)) reads = true;
    }
    return reads && writes ? step.counter : Counter::none;
  }

  /// The waves of a role, by bit.
  [[nodiscard]] constexpr unsigned waves_of(int role) const { return waves_of_[role]; }
  /// Does every wave of the role make the access?
  [[nodiscard]] constexpr bool in_all_waves(int role, const StepAccess& access) const {
    return access.mode == AccessMode::write || access.waves == 0 || access.waves == waves_of_[role];
  }

  /// Buffer, slot and subtile of a cell.
  struct Place {
    int buffer = 0;
    int slot = 0;
    int subtile = 0;
  };
  [[nodiscard]] constexpr int buffer_of(int cell) const { return buffer_of_[cell]; }
  [[nodiscard]] constexpr Place place(int cell) const {
    const int buffer = buffer_of_[cell];
    const int inside = cell - first_[buffer];
    const int subtiles = program_.buffers[buffer].subtiles;
    return {buffer, inside / subtiles, inside % subtiles};
  }

 private:
  constexpr void add_contributions(int role, const Vector<Step>& steps) {
    for (const Step& step : steps) {
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode == AccessMode::write) {
          contributors_[first_contributor_[access.buffer] + access.subtile] |= 1U << role;
        }
      }
    }
  }

  /// Where a cell begins in the memory of its workgroup.
  [[nodiscard]] constexpr long begin_of(int cell) const {
    const Buffer& buffer = program_.buffers[buffer_of_[cell]];
    return buffer.offset + static_cast<long>(cell - first_[buffer_of_[cell]]) * buffer.bytes;
  }
  [[nodiscard]] constexpr bool may_overlap(int b, int c) const {
    const Buffer& x = program_.buffers[b];
    const Buffer& y = program_.buffers[c];
    return b != c && x.offset >= 0 && y.offset >= 0 && x.space == y.space && x.workgroup == y.workgroup;
  }
  constexpr void find_overlaps() {
    bool placed = false;
    for (const Buffer& buffer : program_.buffers) placed = placed || buffer.offset >= 0;
    if (!placed) return;
    for (int x = 0; x < count_; ++x) {
      first_overlap_.push_back(overlaps_.size());
      const Buffer& buffer = program_.buffers[buffer_of_[x]];
      if (buffer.offset < 0) continue;
      for (int b = 0; b < program_.buffers.size(); ++b) {
        if (!may_overlap(buffer_of_[x], b)) continue;
        const Buffer& there = program_.buffers[b];
        for (int y = first_[b]; y < first_[b] + there.slots * there.subtiles; ++y) {
          const long begin = begin_of(x);
          const long other = begin_of(y);
          if (begin + buffer.bytes > other && other + there.bytes > begin) overlaps_.push_back(y);
        }
      }
    }
    first_overlap_.push_back(overlaps_.size());
  }

  [[nodiscard]] constexpr bool uses_async_proxy() const {
    for (const Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          if (through_async_proxy(step.counter)) return true;
        }
      }
    }
    return false;
  }
  constexpr void find_proxies() {
    const int buffers = program_.buffers.size();
    mixes_proxies_.resize(buffers, 0);
    needs_mma_fences_.resize(buffers, 0);
    if (!uses_async_proxy()) return;
    Vector<int> used(buffers, 0);  // 1: by the generic proxy, 2: by the async proxy; registers: by others, by mma
    for (const Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          for (int i = 0; i < step.access_count; ++i) {
            const StepAccess& access = program_.accesses[step.first_access + i];
            const Space space = program_.buffers[access.buffer].space;
            if (space == Space::tensor) continue;
            if (space != Space::registers) used[access.buffer] |= through_async_proxy(step.counter) ? 2 : 1;
            if (space != Space::registers) continue;
            if (step.counter == Counter::mma) used[access.buffer] |= 2;
            if (step.counter != Counter::mma && access.mode == AccessMode::write) used[access.buffer] |= 1;
          }
        }
      }
    }
    // A write also writes what it overlaps, so registers that overlap the same third ones matter to each other.
    for (int pass = 0; pass < 2 && !overlaps_.empty(); ++pass) {
      const Vector<int> before = used;
      for (int x = 0; x < count_; ++x) {
        if (pass == 1 && !program_.buffers[buffer_of_[x]].per_wave()) continue;
        for (int i = 0; i < overlap_count(x); ++i) used[buffer_of_[x]] |= before[buffer_of_[overlap(x, i)]];
      }
    }
    for (int b = 0; b < buffers; ++b) {
      if (used[b] != 3) continue;
      const bool registers = program_.buffers[b].per_wave();
      (registers ? needs_mma_fences_ : mixes_proxies_)[b] = 1;
      fences_matter_ = fences_matter_ || !registers;
      mma_fences_matter_ = mma_fences_matter_ || registers;
    }
  }

  const WaveProgram& program_;
  Vector<int> first_;      // first cell, by buffer
  Vector<int> buffer_of_;  // by cell
  Vector<int> first_contributor_;
  Vector<unsigned> contributors_;  // by buffer and subtile
  Vector<unsigned> waves_of_;      // by role
  int count_ = 0;
  Vector<int> first_overlap_;  // by cell; empty: no buffers overlap
  Vector<int> overlaps_;
  Vector<char> mixes_proxies_;     // by buffer
  Vector<char> needs_mma_fences_;  // by buffer
  bool fences_matter_ = false;
  bool mma_fences_matter_ = false;
};

}  // namespace stretto::detail
