// Loops of many stages: a longer latency needs more slots, and few iterations need programs of their own.
#include <gtest/gtest.h>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>

#include "weakened.hpp"

namespace stretto {
namespace {

Gpu far_away(Gpu gpu, int latency) {
  gpu.global_latency = latency;
  return gpu;
}

Loop small_gemm() { return loops::gemm({.m = 64, .n = 64, .k = 32, .rows = 2, .columns = 1}); }

struct Far {
  const char* name;
  Loop loop;
  Gpu gpu;
};

std::vector<Far> far_loops() {
  return {
      {"gemm on H200", small_gemm(), far_away(targets::h200, 900)},
      {"gemm on B200", small_gemm(), far_away(targets::b200, 900)},
      {"gemm on A100", small_gemm(), far_away(targets::a100, 900)},
      {"gemm on MI355X", small_gemm(), far_away(targets::mi355x, 900)},
      {"reduction on H200", loops::reduction(8192, 32, 8, 256), far_away(targets::h200, 2000)},
      {"reduction on MI355X", loops::reduction(8192, 32, 8, 256), far_away(targets::mi355x, 2000)},
      {"copy on H200", loops::copy(8192, 256), far_away(targets::h200, 2000)},
      {"copy on A100", loops::copy(8192, 256), far_away(targets::a100, 2000)},
  };
}

TEST(ManyStages, FewIterationsAreProgramsOfTheirOwn) {
  int most = 0;
  for (const Far& far : far_loops()) {
    SCOPED_TRACE(far.name);
    const Result<Pipeline> made = make_pipeline(far.loop, far.gpu);
    ASSERT_TRUE(made.ok());
    const Pipeline& pipe = made.value;
    EXPECT_EQ(pipe.verdict, Verdict::proven);
    ASSERT_EQ(pipe.few.size(), pipe.peeled > 1 ? pipe.peeled - 1 : 0);
    most = pipe.few.size() > most ? pipe.few.size() : most;
    for (int p = 0; p < pipe.few.size(); ++p) {
      EXPECT_EQ(pipe.few[p].tiles, p + 1);
      EXPECT_EQ(pipe.few[p].tiles_per_trip, 0);
      EXPECT_EQ(verify(pipe.few[p]).verdict, Verdict::proven) << p + 1;
      EXPECT_EQ(pipelines::first_failure(pipe.few[p], 0, 50), "") << p + 1;
    }
    EXPECT_EQ(pipelines::first_failure(pipe.program, 6, 50), "");
  }
  EXPECT_GE(most, 4);
}

TEST(ManyStages, SlotsGrowWithTheLatency) {
  const Loop loop = small_gemm();
  int before = 0;
  for (const int latency : {200, 500, 1000, 1500}) {
    const Result<Pipeline> made = make_pipeline(loop, far_away(targets::h200, latency));
    ASSERT_TRUE(made.ok());
    const Pipeline& pipe = made.value;
    const ModuloResult& schedule = pipe.schedule;
    EXPECT_EQ(pipe.verdict, Verdict::proven) << latency;
    for (int s = 0; s < pipe.problem.storages.size(); ++s) {
      const ModuloStorage& storage = pipe.problem.storages[s];
      // From the issue of the write until the last reader has released the slot.
      long held = 0;
      for (const StorageEnd& end : storage.ends) {
        const long until = schedule.starts[end.op] + schedule.ii * end.distance + end.delay;
        held = std::max(held, until - schedule.starts[storage.write]);
      }
      EXPECT_EQ(schedule.slots[s], (held + schedule.ii - 1) / schedule.ii) << storage.name << " at " << latency;
    }
    EXPECT_GT(pipe.slots[0], before);
    before = pipe.slots[0];
  }
  EXPECT_GE(before, 12);
}

}  // namespace
}  // namespace stretto
