#include "show/kernel_table.hpp"

#include <map>

#include "show/wrapped.hpp"

namespace stretto::tool {

std::string kernel_table(const Scene& scene, int width) {
  const long ii = scene.interval.ii;
  std::map<long, std::string> rows;  // by cycle
  for (const SceneStep& step : scene.steps) {
    std::string& row = rows[step.start % ii];
    row += (row.empty() ? "" : ", ") + step.label + " (" + std::to_string(step.start / ii) + ")";
  }
  std::string out = wrapped("kernel: " + std::to_string(ii) + (ii == 1 ? " cycle, " : " cycles, ") +
                                std::to_string(scene.interval.stages) +
                                (scene.interval.stages == 1 ? " stage" : " stages; (1): of the previous iteration"),
                            width);
  for (const auto& [cycle, ops] : rows) {
    std::string number = std::to_string(cycle);
    number.insert(0, number.size() < 6 ? 6 - number.size() : 0, ' ');
    number += "  ";
    out += wrapped(number.append(ops), width, 8);
  }
  return out;
}

}  // namespace stretto::tool
