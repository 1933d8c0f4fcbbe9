// The programs found for two well-known loops, step by step.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <stretto/gpu/h200.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>

#include "pipeline_listing.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {
namespace {

/// The kernel of a role, for lookups of steps.
class Kernel {
 public:
  Kernel(const Pipeline& pipe, int role) : steps_(listed_steps(pipe, pipe.program, role, Section::kernel)) {}

  /// The index of the step; fails the test unless there is exactly one.
  [[nodiscard]] int at(const std::string& kind, const std::string& name, int count = 0) const {
    int found = -1;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const ListedStep& step = steps_[i];
      if (step.kind != kind || step.name != name || (kind == "wait" && step.count != count)) continue;
      EXPECT_EQ(found, -1) << "duplicate " << kind << " " << name;
      found = static_cast<int>(i);
    }
    EXPECT_GE(found, 0) << kind << " " << name;
    return found;
  }
  [[nodiscard]] const ListedStep& operator[](int index) const { return steps_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] int size() const { return static_cast<int>(steps_.size()); }

  /// d of an op of iteration i + d.
  [[nodiscard]] int ahead(const std::string& op) const {
    const std::string& iteration = (*this)[at("op", op)].iteration;
    return iteration == "i" ? 0 : std::stoi(iteration.substr(4));
  }

 private:
  std::vector<ListedStep> steps_;
};

PipelineRequest on_h200(const char* loop, bool persistent = false) {
  PipelineRequest request;
  request.loop = loop;
  request.target = &targets::h200;
  request.persistent = persistent;
  return request;
}

/// The overlap of FlashAttention-3: the softmax of an iteration runs between the issue of the previous iteration's
/// `values` and the wait for it.
TEST(FlashAttention, SoftmaxRunsUnderTheValuesOfTheIterationBefore) {
  const Pipeline pipe = make_pipeline(on_h200("flash_attention"));
  const Kernel kernel(pipe, 1);
  EXPECT_EQ(kernel.ahead("scores"), kernel.ahead("softmax"));
  EXPECT_EQ(kernel.ahead("values") + 1, kernel.ahead("softmax"));
  const int scores = kernel.at("op", "scores");
  const int values = kernel.at("op", "values");
  const int all_but_one = kernel.at("wait", "mma", 1);
  const int softmax = kernel.at("op", "softmax");
  const int all = kernel.at("wait", "mma", 0);
  EXPECT_LT(kernel.at("await", "full(K)"), scores);
  EXPECT_LT(scores, values);
  EXPECT_LT(kernel.at("await", "full(V)"), values);
  EXPECT_LT(kernel.at("op", "rescale"), values);
  EXPECT_LT(values, all_but_one);
  EXPECT_LT(all_but_one, softmax);
  EXPECT_LT(softmax, all);
  EXPECT_LT(all, kernel.at("op", "convert"));
  EXPECT_GE(kernel.at("arrive", "empty(K)"), 0);
  EXPECT_GE(kernel.at("arrive", "empty(V)"), 0);
}

TEST(FlashAttention, TheyOverlapInTime) {
  const Pipeline pipe = make_pipeline(on_h200("flash_attention"));
  for (const Signals signals : {Signals::free, Signals::priced}) {
    const Result<TimedTrace> trace = timed_run(pipe.program, timed_costs(pipe.loop, signals), 32, KeepTimeline::yes);
    ASSERT_TRUE(trace.ok());
    const auto slice = [&](const std::string& op, int trip) {
      for (const TimedSlice& each : trace.value.timeline) {
        if (each.op >= 0 && pipe.loop.ops[each.op].name == op && each.section == Section::kernel && each.trip == trip) {
          return each;
        }
      }
      ADD_FAILURE() << op;
      return TimedSlice{};
    };
    for (int trip = 16; trip < 24; ++trip) {
      // Both are in trip i: the softmax of iteration i + 1 and the values of iteration i.
      const TimedSlice softmax = slice("softmax", trip);
      const TimedSlice values = slice("values", trip);
      EXPECT_LT(softmax.start, values.end);
      EXPECT_LT(values.start, softmax.end);
      const long overlap = std::min(softmax.end, values.end) - std::max(softmax.start, values.start);
      EXPECT_GT(overlap, (values.end - values.start) * 3 / 4);
    }
  }
}

TEST(Gemm, LeavesOneMultiplicationPendingWhenItReleasesASlot) {
  const Pipeline pipe = make_pipeline(on_h200("gemm"));
  const Kernel producer(pipe, 0);
  ASSERT_EQ(producer.size(), 4);
  EXPECT_EQ(text(producer[0]), "await empty(A, B)[i % 3], parity (i / 3 + 1) % 2");
  EXPECT_EQ(text(producer[1]), "arrive full(A, B)[i % 3], expecting 49152 bytes");
  EXPECT_EQ(producer.ahead("load A"), producer.ahead("load B"));
  const Kernel consumer(pipe, 1);
  ASSERT_EQ(consumer.size(), 4);
  EXPECT_EQ(text(consumer[0]), "await full(A, B)[(i + 1) % 3], parity ((i + 1) / 3) % 2");
  EXPECT_EQ(text(consumer[1]), "multiply of i + 1: reads A[(i + 1) % 3], B[(i + 1) % 3], C of i, writes C (mma)");
  EXPECT_EQ(text(consumer[2]), "wait mma until 1 pending");
  EXPECT_EQ(text(consumer[3]), "arrive empty(A, B)[i % 3]");
}

TEST(Gemm, IsProvenPersistentToo) {
  for (const char* loop : {"gemm", "flash_attention"}) {
    const Pipeline pipe = make_pipeline(on_h200(loop, true));
    EXPECT_TRUE(pipe.program.persistent);
    EXPECT_EQ(pipe.verdict, Verdict::proven) << loop;
    EXPECT_EQ(make_pipeline(on_h200(loop)).schedule.ii, pipe.schedule.ii);
  }
}

}  // namespace
}  // namespace stretto::tool
