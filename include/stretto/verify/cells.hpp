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
      add_contributions(a, program.roles[a].steps.prologue);
      add_contributions(a, program.roles[a].steps.kernel);
      add_contributions(a, program.roles[a].steps.epilogue);
    }
  }

  [[nodiscard]] constexpr int count() const { return count_; }

  [[nodiscard]] constexpr int cell(const StepAccess& access, int trip) const {
    const Buffer& buffer = program_.buffers[access.buffer];
    return first_[access.buffer] + access.slot_in_trip(trip, buffer.slots) * buffer.subtiles + access.subtile;
  }

  /// The roles that write a part of the subtile, by bit.
  [[nodiscard]] constexpr unsigned contributors(const StepAccess& access) const {
    return contributors(access.buffer, access.subtile);
  }
  [[nodiscard]] constexpr unsigned contributors(int buffer, int subtile) const {
    return contributors_[first_contributor_[buffer] + subtile];
  }

  [[nodiscard]] constexpr bool in_registers(const StepAccess& access) const {
    return program_.buffers[access.buffer].per_wave();
  }

  /// The counter in which a step accumulates in a cell: the step reads and writes the cell in every wave. None: the
  /// step does not accumulate there.
  [[nodiscard]] constexpr Counter accumulates(int role, const Step& step, int trip, int cell) const {
    const bool may =
        step.action == Action::consume && (step.counter == Counter::mma || step.counter == Counter::tensor);
    if (!may) return Counter::none;
    bool reads = false;
    bool writes = false;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (this->cell(access, trip) != cell) continue;
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

  const WaveProgram& program_;
  Vector<int> first_;      // first cell, by buffer
  Vector<int> buffer_of_;  // by cell
  Vector<int> first_contributor_;
  Vector<unsigned> contributors_;  // by buffer and subtile
  Vector<unsigned> waves_of_;      // by role
  int count_ = 0;
};

}  // namespace stretto::detail
