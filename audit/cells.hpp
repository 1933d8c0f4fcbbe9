// Cells: bytes of memory, or registers, that all accesses touch together or not at all. They keep thousands of lanes
// small: what the verifier follows is cells, not bytes.
#pragma once

#include <map>
#include <vector>

namespace stretto::audit {

/// What one access touches: numbers of bytes or registers, sorted, each once.
using Footprint = std::vector<int>;

class CellMap {
 public:
  CellMap();
  /// All footprints must be added before cells are asked for.
  void add(const Footprint& footprint);
  void divide();

  [[nodiscard]] int count() const { return static_cast<int>(members_.size()); }
  /// The cells of a footprint that was added, sorted.
  [[nodiscard]] const std::vector<int>& cells(const Footprint& footprint) const;
  /// The bytes or registers of a cell, sorted.
  [[nodiscard]] const Footprint& members(int cell) const { return members_[static_cast<std::size_t>(cell)]; }

 private:
  std::map<Footprint, std::vector<int>> cells_of_;
  std::vector<Footprint> members_;
};

}  // namespace stretto::audit
