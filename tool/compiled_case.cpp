#include "compiled_case.hpp"

#include <algorithm>

namespace stretto::tool {

CompiledSchedule compile_case(const Case& input, const std::string& sync, const CompileOptions& options) {
  return std::visit(
      [&]<class S>(const S& schedule) {
        if (sync == "derived") return try_compile(Proven<S>(schedule), options);
        return try_compile(schedule, options);
      },
      input.schedule);
}

TimedCosts timed_costs(const Case& input) {
  TimedCosts costs = mi355x_timed_costs();
  const auto* four_wave = std::get_if<FourWaveSchedule>(&input.schedule);
  if (four_wave == nullptr) return costs;
  constexpr long usual = 256L * 256 * 128;
  const KernelGeometry& tile = four_wave->geometry;
  const long bytes = static_cast<long>(tile.BK) * tile.elem_bytes;
  int& cycles = costs.by_counter[static_cast<int>(Counter::none)].occupancy;
  const double share = static_cast<double>(tile.BM) * tile.BN * static_cast<double>(bytes) / usual;
  cycles = static_cast<int>(std::clamp(cycles * share, 1.0, static_cast<double>(max_timed_cycles)));
  return costs;
}

}  // namespace stretto::tool
