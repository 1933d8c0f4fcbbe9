// Cells: sets of bytes, or of registers, that every access touches either completely or not at all. The verifier tracks
// a few cells instead of every byte of every lane.
#pragma once

#include <map>
#include <vector>

namespace stretto::audit {

/// The bytes or registers that one access touches: their numbers, sorted and without duplicates.
using Footprint = std::vector<int>;

class CellMap {
 public:
  CellMap();
  void add(const Footprint& footprint);
  /// Divides all added footprints into cells. Call it after the last `add` and before the functions below.
  void divide();

  [[nodiscard]] int count() const { return static_cast<int>(members_.size()); }
  /// The cells of an added footprint, sorted.
  [[nodiscard]] const std::vector<int>& cells(const Footprint& footprint) const;
  /// The bytes or registers of a cell, sorted.
  [[nodiscard]] const Footprint& members(int cell) const { return members_[static_cast<std::size_t>(cell)]; }

 private:
  std::map<Footprint, std::vector<int>> cells_of_;
  std::vector<Footprint> members_;
};

}  // namespace stretto::audit
