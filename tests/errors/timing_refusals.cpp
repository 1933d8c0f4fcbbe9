// What is refused of a program in time: it waits forever, or its costs are missing.
#include "refusal.hpp"
#include "timed_programs.hpp"

namespace stretto::errors {

namespace {

Diagnostic ring_without_releases() {
  timed::Made made = timed::Ring{.slots = 4, .release = timed::Release::at_once}.made();
  made.program.roles[timed::Ring::consumer].steps.kernel.pop_back();
  return made.steady().error;
}

Diagnostic ring_without_a_cost() {
  timed::Made made = timed::Ring{}.made();
  made.costs.ops.pop_back();
  return made.run(4).error;
}

}  // namespace

std::vector<Refusal> timing_refusals() {
  return {
      {"ring_without_releases", {Rule::waits_forever, 0, 0}, ring_without_releases, 0},
      {"of_a_step", {Rule::missing_cost, 1, 0}, ring_without_a_cost, 1},
  };
}

}  // namespace stretto::errors
