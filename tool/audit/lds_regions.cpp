#include "audit/lds_regions.hpp"

#include <set>
#include <tuple>

namespace stretto::tool {

namespace {

constexpr std::size_t most_regions = 16;

/// When a cell is accessed: section, barriers passed in it, and how.
using CellUses = std::set<std::tuple<Section, int, AccessMode>>;

struct UsedCell {
  const audit::Footprint* bytes = nullptr;
  CellUses uses;
};

/// By first byte.
std::map<int, UsedCell> used_cells(const audit::KernelProgram& of) {
  std::map<int, UsedCell> out;
  for (const Role& role : of.program.roles) {
    for (const Section section : run_sections) {
      int barriers = 0;
      for (const Step& step : role.steps[section]) {
        barriers += step.action == Action::barrier ? 1 : 0;
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = of.program.accesses[step.first_access + i];
          const audit::Footprint* bytes = of.lds_bytes(access.buffer, access.subtile);
          if (bytes == nullptr) continue;
          UsedCell& cell = out[bytes->front()];
          cell.bytes = bytes;
          cell.uses.insert({section, barriers, access.mode});
        }
      }
    }
  }
  return out;
}

}  // namespace

LdsRegions::LdsRegions(const audit::KernelProgram& of) : of_(of) {
  const std::map<int, UsedCell> cells = used_cells(of);
  std::size_t changes = 0;
  const CellUses* before = nullptr;
  for (const auto& [first, cell] : cells) {
    if (before == nullptr || *before != cell.uses) ++changes;
    before = &cell.uses;
  }
  // Too many: regions of equally many cells instead.
  const bool by_use = changes <= most_regions;
  const std::size_t each = (cells.size() + most_regions - 1) / most_regions;
  before = nullptr;
  std::size_t number = 0;
  int first = 0;
  int last = 0;
  for (const auto& [start, cell] : cells) {
    if (before == nullptr || (by_use ? *before != cell.uses : number % each == 0)) {
      regions_.emplace_back();
      first = start;
      last = start;
    }
    before = &cell.uses;
    ++number;
    last = std::max(last, cell.bytes->back());
    regions_.back().bytes += static_cast<int>(cell.bytes->size());
    regions_.back().name = "LDS " + std::to_string(first) + " to " + std::to_string(last);
    region_of_[start] = static_cast<int>(regions_.size()) - 1;
  }
}

int LdsRegions::of_place(int buffer, int subtile) const {
  const audit::Footprint* bytes = of_.lds_bytes(buffer, subtile);
  return bytes == nullptr ? -1 : region_of_.at(bytes->front());
}

}  // namespace stretto::tool
