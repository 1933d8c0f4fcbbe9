// A hand-written double buffer (and a Hopper ring, by the compiler alone): verified as written, run adversarially,
// timed; then with derived synchronisation, then rescheduled. docs/howto/port_a_pipeline.md explains it.
#include <cstdio>

#include "../executor/interpreter/interpreter.hpp"
#include "howto/column_sums.hpp"
#include "howto/double_buffer.hpp"
#include "howto/hopper_ring.hpp"

using namespace howto;

// Checked at compile time: with one barrier per tile it races, with two it is proven, for every number of tiles.
static_assert(verify(by_hand({.after_read = false})).verdict == Verdict::race);
static_assert(verify(by_hand()).verdict == Verdict::proven);
// The ring: a consumer may leave one wgmma group outstanding when it releases the previous slot, but not two.
static_assert(verify(hopper_ring()).verdict == Verdict::proven);
static_assert(verify(hopper_ring({.outstanding_groups = 2})).verdict == Verdict::race);

/// The fewest barriers, and waits that cannot be loosened; each load overlaps at least one compute op.
constexpr WaveProgram derived() {
  const WaveProgram data = data_alone();
  return with_synchronisation(data, synchronise(data, {.reads = 0, .loads = 1}).value);
}
static_assert(verify(derived()).verdict == Verdict::proven);

namespace {

void judge(const char* title, const WaveProgram& program, const TimedCosts& costs) {
  const Verification found = verify(program);
  std::printf("%s: %s\n", title, name(found.verdict));
  for (const Hazard& hazard : found.hazards) {
    std::fputs(explain(StepNames(program), program, hazard).c_str(), stdout);
  }
  const executor::Interpretation run = executor::Interpreter(program, {3}).search(200);
  std::printf("  200 runs of 3 trips with the worst timing: %s\n", name(run.ending));
  const Result<TimedReport> time = steady_time(program, costs);
  if (time.ok()) std::printf("  modelled on the A100: %g cycles per tile\n", time.value.cycles_per_trip());
}

void list(const WaveProgram& program) {
  for (const Section section : run_sections) {
    std::printf("  %s:", name(section));
    for (const Step& step : program.roles[0].steps[section]) {
      std::printf(" %s", name(step.action));
      if (step.action == Action::wait) std::printf(" %s %d", name(step.counter), step.count);
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  const Result<Pipeline> made = make_pipeline(ColumnSums::declare(), ColumnSums::target());
  if (!made.ok()) return 1;
  const TimedCosts costs = timed_costs(made.value.loop, Signals::priced);

  judge("by hand, one barrier per tile", by_hand({.after_read = false}), costs);
  judge("by hand, two barriers per tile", by_hand(), costs);
  judge("the same ops, synchronisation derived", derived(), costs);
  list(derived());
  judge("rescheduled", made.value.program, costs);
  list(made.value.program);
}
