// Plans that `stretto plan` has written at build time are the pipelines that the compiler finds.
#include "attention_plan.hpp"
#include "block_scaled_gemm_plan.hpp"
#include "declared_loops.hpp"
#include "gemm_plan.hpp"
#include "persistent_gemm_plan.hpp"
#include "reduction_plan.hpp"
#include "same_pipeline.hpp"

namespace stretto {
namespace {

template <class Written, class Found>
struct Both {
  static constexpr const StaticPipeline& written = Written::pipe;
  static constexpr StaticPipeline found = pipeline<Found>();
};

template <class Pair>
struct WrittenPlan : testing::Test {};
using Pairs = testing::Types<Both<GemmPlan, declared::Gemm>,
                             Both<PersistentGemmPlan, declared::PersistentGemm<1, 4, targets::h100>>,
                             Both<AttentionPlan, declared::Attention<2>>, Both<ReductionPlan, declared::Reduction>,
                             Both<BlockScaledPlan, declared::BlockScaledGemm<2, 1>>>;
TYPED_TEST_SUITE(WrittenPlan, Pairs);

TYPED_TEST(WrittenPlan, IsWhatTheCompilerFinds) { expect_same(TypeParam::written, TypeParam::found); }

struct Count {
  int entries = 0;
  template <class Entry>
  constexpr void operator()(Entry, int) {
    ++entries;
  }
};

TEST(WrittenPlanHeader, RunsLikeAComputedOne) {
  Count count;
  run<GemmPlan, 0>(5, count);
  EXPECT_GT(count.entries, 5);
}

}  // namespace
}  // namespace stretto
