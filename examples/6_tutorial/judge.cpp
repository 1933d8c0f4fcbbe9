// What the verifier and the timed executor report for a hand-written loop: judge naive | no_barrier | by_hand
#include <cstdio>
#include <cstring>

#include <stretto/pipeline/timed_pipeline.hpp>
#include <stretto/timing/stalls_text.hpp>
#include <stretto/verify/explain.hpp>

#include "loops.hpp"
#include "recorded_block.hpp"

namespace {

using namespace stretto;

void print(Text text) { std::fputs(text.c_str(), stdout); }

void print_steps(const WaveProgram& program, const TargetLoop& loop) {
  for (const Step& step : program.roles[0].steps.kernel) {
    std::printf("kernel[%d] ", step.entry);
    if (step.op >= 0) {
      const TargetOp& op = loop.ops[step.op];
      std::printf("%s", op.name);
      if (op.action != Action::fetch) std::printf(" part %d", op.step);
    } else {
      std::printf("%s", name(step.action));
      if (step.action == Action::wait) std::printf(" until %d pending", step.count);
    }
    std::puts("");
  }
}

template <class MainLoop>
int judge() {
  const Result<TargetLoop> loop = on_target(tutorial::declare_gemm(), targets::a100);
  if (!tutorial::trips_are_alike<MainLoop>(loop.value)) {
    std::puts("a later trip of the loop does something else than its first");
    return 2;
  }
  const WaveProgram program = tutorial::recorded<MainLoop>(loop.value, 0);
  print_steps(program, loop.value);

  const Verification found = verify(program);
  std::printf("verdict: %s\n", name(found.verdict));
  for (const Hazard& hazard : found.hazards) {
    if (hazard.verdict == Verdict::race) {
      print(explain(StepNames(program), program, hazard));
      return 4;
    }
  }

  const TimedCosts costs = timed_costs(loop.value, Signals::priced);
  const Result<TimedReport> time = steady_time(program, costs);
  print(time.ok() ? report_text(program, costs, time.value) : describe(time.error));
  return time.ok() ? 0 : 2;
}

}  // namespace

int main(int count, char** arguments) {
  const char* const which = count == 2 ? arguments[1] : "";
  if (std::strcmp(which, "naive") == 0) return judge<tutorial::Naive>();
  if (std::strcmp(which, "no_barrier") == 0) return judge<tutorial::ByHand<tutorial::SecondBarrier::left_out>>();
  if (std::strcmp(which, "by_hand") == 0) return judge<tutorial::ByHand<tutorial::SecondBarrier::kept>>();
  std::fprintf(stderr, "usage: %s naive | no_barrier | by_hand\n", arguments[0]);
  return 2;
}
