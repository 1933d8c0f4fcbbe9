#include "audit/cells.hpp"

#include <algorithm>

namespace stretto::audit {

void CellMap::add(const Footprint& footprint) { cells_of_.try_emplace(footprint); }

CellMap::CellMap() { add({}); }

void CellMap::divide() {
  // Numbers that are touched by the same footprints form one cell.
  std::map<int, std::vector<int>> touched_by;
  int index = 0;
  for (const auto& [footprint, cells] : cells_of_) {
    for (const int number : footprint) touched_by[number].push_back(index);
    ++index;
  }
  std::map<std::vector<int>, int> cell_of;
  members_.clear();
  std::vector<std::vector<int>> cells(cells_of_.size());
  for (const auto& [number, footprints] : touched_by) {
    const auto [found, fresh] = cell_of.try_emplace(footprints, count());
    if (fresh) {
      members_.emplace_back();
      for (const int footprint : footprints) cells[static_cast<std::size_t>(footprint)].push_back(found->second);
    }
    members_[static_cast<std::size_t>(found->second)].push_back(number);
  }
  index = 0;
  for (auto& [footprint, of] : cells_of_) {
    of = cells[static_cast<std::size_t>(index++)];
    std::sort(of.begin(), of.end());
  }
}

const std::vector<int>& CellMap::cells(const Footprint& footprint) const { return cells_of_.at(footprint); }

}  // namespace stretto::audit
