// Divides the LDS of an audited kernel into regions for pictures: neighbouring bytes that are written and read between
// the same barriers, such as one buffer of a tile.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/kernel_program.hpp"

namespace stretto::tool {

struct LdsRegion {
  std::string name;  // "LDS 0 to 1023"
  int bytes = 0;
};

class LdsRegions {
 public:
  explicit LdsRegions(const audit::KernelProgram& of);

  [[nodiscard]] const std::vector<LdsRegion>& all() const { return regions_; }
  /// The region of a place of the program; -1: registers.
  [[nodiscard]] int of_place(int buffer, int subtile) const;

 private:
  const audit::KernelProgram& of_;
  std::vector<LdsRegion> regions_;
  std::map<int, int> region_of_;  // by the first byte of a cell
};

}  // namespace stretto::tool
