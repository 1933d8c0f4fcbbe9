// Loops of up to 132 ops in up to eight roles: proven, and with the fewest bytes.
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <stretto/gpu/h100.hpp>
#include <stretto/pipeline/pipeline.hpp>

namespace stretto {
namespace {

/// A producer, and consumers that share B and each have a tile of A. A K step has one op for B and three per consumer.
class WideGemm {
 public:
  WideGemm(int consumers, int k_steps) : loop_("wide GEMM") {
    loop_.threads = 128 * consumers;
    const LoopRoleRef producer = loop_.role("producer", 1);
    std::vector<LoopRoleRef> roles;
    std::vector<LoopBufferRef> sums;
    for (int c = 0; c < consumers; ++c) {
      roles.push_back(loop_.role(named("consumer", c, 0), 1));
      sums.push_back(loop_.accumulator(named("C", c, 0), 64 * 8 * 4));
    }
    for (int k = 0; k < k_steps; ++k) {
      const LoopBufferRef b = loop_.shared(named("B", 0, k), 8 * 64);
      loop_.load(named("load B", 0, k)).writes(b).by(producer);
      for (int c = 0; c < consumers; ++c) {
        const auto role = static_cast<std::size_t>(c);
        const LoopBufferRef a = loop_.shared(named("A", c, k), 64 * 64);
        const LoopBufferRef product = loop_.registers(named("product", c, k), 64 * 8 * 4);
        loop_.load(named("load A", c, k)).writes(a).by(producer);
        loop_.multiply(named("multiply", c, k), 64, 8, 64, DataType::fp8)
            .reads(a)
            .reads(b)
            .writes(product)
            .by(roles[role]);
        loop_.compute(named("promote", c, k), 2L * 64 * 8).reads(product).accumulates(sums[role]).by(roles[role]);
      }
    }
  }

  [[nodiscard]] const Loop& loop() const { return loop_; }

 private:
  const char* named(const std::string& what, int consumer, int k) {
    names_.push_back(what + " " + std::to_string(consumer) + "." + std::to_string(k));
    return names_.back().c_str();
  }

  std::deque<std::string> names_;  // the loop has pointers to these
  Loop loop_;
};

struct Size {
  int consumers;
  int k_steps;
  int ops;
};

class LargeLoop : public testing::TestWithParam<Size> {};

TEST_P(LargeLoop, IsProvenAtItsBound) {
  const Size size = GetParam();
  const WideGemm gemm(size.consumers, size.k_steps);
  ASSERT_EQ(gemm.loop().ops.size(), size.ops);
  const Result<Pipeline> made = make_pipeline(gemm.loop(), targets::h100, PipelineOptions{});
  ASSERT_TRUE(made.ok());
  const Pipeline& pipe = made.value;
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.program.roles.size(), size.consumers + 1);
  EXPECT_EQ(pipe.schedule.status, ModuloStatus::optimal);
  EXPECT_EQ(pipe.schedule.ii, detail::paired_bound(pipe.problem));
  EXPECT_EQ(pipe.schedule.shared_status, ModuloStatus::optimal);
  EXPECT_FALSE(check_modulo_schedule(pipe.problem, pipe.schedule.ii, pipe.schedule.starts, pipe.schedule.slots));
}

INSTANTIATE_TEST_SUITE_P(Sizes, LargeLoop,
                         testing::Values(Size{1, 8, 32}, Size{7, 2, 44}, Size{7, 5, 110}, Size{3, 12, 120},
                                         Size{7, 6, 132}),
                         [](const testing::TestParamInfo<Size>& size) {
                           return std::to_string(size.param.ops) + "Ops" + std::to_string(size.param.consumers) +
                                  "Consumers";
                         });

// Too large to be searched for the fewest bytes: the longest paths show which memory is too small.
TEST(LargeLoops, FitTheMemoryAtTheSmallestInterval) {
  const WideGemm gemm(7, 5);
  Gpu gpu = targets::h100;
  const Result<Pipeline> wide = make_pipeline(gemm.loop(), gpu);
  ASSERT_TRUE(wide.ok());
  gpu.limits.shared_bytes = wide.value.shared_bytes();
  const Result<Pipeline> tight = make_pipeline(gemm.loop(), gpu);
  ASSERT_TRUE(tight.ok());
  EXPECT_EQ(tight.value.schedule.ii, wide.value.schedule.ii);
  gpu.limits.shared_bytes -= 1;
  const Result<Pipeline> refused = make_pipeline(gemm.loop(), gpu);
  EXPECT_FALSE(refused.ok());
}

}  // namespace
}  // namespace stretto
