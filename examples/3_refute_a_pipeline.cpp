// Three mistakes in a double buffer, and what the verifier says about each. docs/howto/read_a_counterexample.md
// explains the reports.
#include <cstdio>

#include "howto/double_buffer.hpp"

using namespace howto;

namespace {

void tell(const char* title, const WaveProgram& program) {
  const Verification found = verify(program);
  std::printf("%s: %s\n", title, name(found.verdict));
  for (const Hazard& hazard : found.hazards) {
    std::fputs(explain(StepNames(program), program, hazard).c_str(), stdout);
  }
}

}  // namespace

int main() {
  // The epilogue waits as the kernel does, though no newer load follows the one that it needs.
  tell("a wait that is too loose", by_hand({.last_pending = 1}));
  // Each wave waits only for its own part of the tile, but reads the parts of all waves.
  tell("a wait without a barrier", by_hand({.before_read = false}));
  // Nothing stops a wave from issuing its next load while another wave still reads.
  tell("one barrier too few", by_hand({.after_read = false}));
}
