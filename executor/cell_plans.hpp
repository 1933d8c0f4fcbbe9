// The cells of a wave program, and the numbers that each is meant to hold: its sources, traced back to fetches.
#pragma once

#include <string>
#include <vector>

#include "machine.hpp"
#include "memory_layout.hpp"

namespace stretto::executor {

/// The contribution of one wave to a cell.
struct Part {
  int wave = 0;
  bool fetched = false;
  std::vector<int> sources;  // of a move: cells, in ascending order
  int first_column = 0;      // within the cell
};

/// One subtile of a buffer, or of one wave's registers, in all its slots.
struct CellPlan {
  int buffer = 0;
  std::vector<Part> parts;  // in wave order
  Vector<int> content;      // the columns of a K tile that it holds when it is filled
  Cell cell;

  [[nodiscard]] const Part* part_of(int wave) const {
    for (const Part& part : parts) {
      if (part.wave == wave) return &part;
    }
    return nullptr;
  }
};

class CellPlans {
 public:
  /// Throws std::invalid_argument if a cell is filled from different sources, or from itself.
  CellPlans(const WaveProgram& program, Machine& machine);

  [[nodiscard]] int cell_of(int wave, const StepAccess& access) const;
  [[nodiscard]] const CellPlan& plan(int cell) const { return plans_.data()[cell]; }

  /// The accesses of a step that a wave performs, in cell order.
  [[nodiscard]] std::vector<const StepAccess*> accesses(int wave, const Step& step, AccessMode mode) const;

 private:
  void number_cells();
  void find_parts(int wave, const Step& step);
  void add_part(int cell, const Part& part);
  const Vector<int>& resolve(int cell, Machine& machine);
  [[nodiscard]] std::string name(int cell) const;

  const WaveProgram& program_;
  std::vector<int> subtiles_;    // by buffer
  std::vector<int> first_cell_;  // by buffer
  std::vector<CellPlan> plans_;
  std::vector<bool> resolving_;
};

}  // namespace stretto::executor
