#include "compiled_case.hpp"

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
  return timed_costs_on(targets::mi355x,
                        std::visit([](const auto& schedule) { return schedule.compute_cycles(); }, input.schedule));
}

}  // namespace stretto::tool
