// Every derived fence is needed: without it, the verifier refutes the program.
#include <gtest/gtest.h>

#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/pipeline.hpp>

#include "user_loops.hpp"

namespace stretto {
namespace {

struct Fences {
  int all = 0;
  int idle = 0;
};

void count(const WaveProgram& program, Fences& fences) {
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const Section section : run_sections) {
      for (int i = 0; i < program.roles[a].steps[section].size(); ++i) {
        if (program.roles[a].steps[section][i].action != Action::fence) continue;
        WaveProgram without = program;
        Step& step = without.roles[a].steps[section][i];
        step.action = Action::nothing;
        step.counter = Counter::none;
        ++fences.all;
        fences.idle += verify(without).verdict == Verdict::proven ? 1 : 0;
      }
    }
  }
}

Fences fences_of(const Loop& loop, const Gpu& gpu, bool persistent) {
  PipelineOptions options;
  options.persistent = persistent;
  options.modulo.objective_nodes = 1000;
  const Result<Pipeline> made = make_pipeline(loop, gpu, options);
  EXPECT_TRUE(made.ok()) << describe(loop, made.error).c_str();
  EXPECT_EQ(made.value.verdict, Verdict::proven);
  Fences fences;
  count(made.value.program, fences);
  for (const WaveProgram& few : made.value.few) count(few, fences);
  return fences;
}

TEST(Fences, OfShippedLoopsAreAllNeeded) {
  int all = 0;
  for (const Gpu& gpu : {targets::h200, targets::b200}) {
    for (const bool persistent : {false, true}) {
      for (const Loop& loop : {loops::gemm({}), loops::reduction(16384, 32, 8, 256), loops::copy(16384, 256)}) {
        if (persistent && gpu.multiplies == MmaKind::tensor_memory && loop.buffers.size() == 3) continue;  // its sums
        const Fences fences = fences_of(loop, gpu, persistent);
        EXPECT_EQ(fences.idle, 0) << loop.name << " on " << gpu.name;
        all += fences.all;
      }
    }
  }
  for (const int groups : {1, 2}) {
    Loop loop = loops::flash_attention({});
    loop.groups = groups;
    const Fences fences = fences_of(loop, targets::h200, false);
    EXPECT_EQ(fences.idle, 0);
    all += fences.all;
  }
  EXPECT_GT(all, 4);
}

TEST(Fences, OfABlockScaledGemmAreAllNeeded) {
  for (const bool persistent : {false, true}) {
    for (const int k_steps : {1, 2}) {
      const Fences fences = fences_of(user_loops::block_scaled_gemm(k_steps), targets::h200, persistent);
      EXPECT_GT(fences.all, 0);
      EXPECT_EQ(fences.idle, 0) << k_steps;
    }
  }
  EXPECT_EQ(fences_of(user_loops::cooperative_gemm(), targets::h200, false).idle, 0);
}

// The load that fills a slot of `scales 0` again comes after one that waits for another ring, whose slot each group
// gives back after a later fence. The fence before the earlier release keeps each ring right by itself.
TEST(Fences, OfTwoGroupsMayBeImpliedByAnotherRing) {
  EXPECT_LE(fences_of(user_loops::block_scaled_gemm(2, 2), targets::h200, false).idle, 2);
}

}  // namespace
}  // namespace stretto
