// Three mistakes in a double buffer, and what the verifier says of each. docs/howto/read_a_counterexample.md reads
// them.
#include <cstdio>

#include "double_buffer.hpp"

using namespace howto;

namespace {

/// The epilogue waits as the kernel does, though no newer load is behind the one that it needs.
constexpr WaveProgram waits_for_too_little() {
  DoubleBuffer loop;
  loop.load(Phase::prologue, 0);
  loop.load(Phase::kernel, 1);
  loop.wait(Phase::kernel, 1);
  loop.barrier(Phase::kernel);
  loop.read(Phase::kernel);
  loop.add(Phase::kernel);
  loop.barrier(Phase::kernel);
  loop.wait(Phase::epilogue, 1);
  loop.barrier(Phase::epilogue);
  loop.read(Phase::epilogue);
  loop.add(Phase::epilogue);
  return loop.program;
}

/// Each wave waits for its own part of the tile, and reads everybody's.
constexpr WaveProgram waits_for_itself_alone() {
  DoubleBuffer loop;
  loop.load(Phase::prologue, 0);
  loop.load(Phase::kernel, 1);
  loop.wait(Phase::kernel, 1);
  loop.read(Phase::kernel);
  loop.add(Phase::kernel);
  loop.barrier(Phase::kernel);
  loop.wait(Phase::epilogue, 0);
  loop.barrier(Phase::epilogue);
  loop.read(Phase::epilogue);
  loop.add(Phase::epilogue);
  return loop.program;
}

void tell(const char* title, const WaveProgram& program) {
  const Verification found = verify(program);
  std::printf("%s: %s\n", title, name(found.verdict));
  for (const Hazard& hazard : found.hazards) {
    std::fputs(explain(StepNames(program), program, hazard).c_str(), stdout);
  }
}

}  // namespace

int main() {
  tell("a wait for too little", waits_for_too_little());
  tell("a wait without a barrier", waits_for_itself_alone());
  tell("a barrier too few", by_hand(Barriers::once));
}
