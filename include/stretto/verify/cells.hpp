// Places, numbered: every subtile of every slot of every buffer is a cell.
#pragma once

#include <stretto/model/wave_program.hpp>

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
    for (int a = 0; a < program.agents.size(); ++a) {
      add_contributions(a, program.agents[a].prologue);
      add_contributions(a, program.agents[a].kernel);
      add_contributions(a, program.agents[a].epilogue);
    }
  }

  [[nodiscard]] constexpr int count() const { return count_; }

  [[nodiscard]] constexpr int cell(const StepAccess& access, int trip) const {
    const Buffer& buffer = program_.buffers[access.buffer];
    return first_[access.buffer] + access.slot_in_trip(trip, buffer.slots) * buffer.subtiles + access.subtile;
  }

  /// Agents whose waves bring a part of the subtile, by bit.
  [[nodiscard]] constexpr unsigned contributors(const StepAccess& access) const {
    return contributors(access.buffer, access.subtile);
  }
  [[nodiscard]] constexpr unsigned contributors(int buffer, int subtile) const {
    return contributors_[first_contributor_[buffer] + subtile];
  }

  [[nodiscard]] constexpr bool in_registers(const StepAccess& access) const {
    return program_.buffers[access.buffer].per_wave();
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
  constexpr void add_contributions(int agent, const Vector<Step>& steps) {
    for (const Step& step : steps) {
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode == AccessMode::write) {
          contributors_[first_contributor_[access.buffer] + access.subtile] |= 1U << agent;
        }
      }
    }
  }

  const WaveProgram& program_;
  Vector<int> first_;      // cell of each buffer
  Vector<int> buffer_of_;  // by cell
  Vector<int> first_contributor_;
  Vector<unsigned> contributors_;  // by buffer and subtile
  int count_ = 0;
};

}  // namespace stretto::detail
