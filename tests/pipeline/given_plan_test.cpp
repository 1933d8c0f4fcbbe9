// A pipeline from a plan equals the pipeline that the search finds, entry by entry.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "declared_loops.hpp"
#include "same_pipeline.hpp"

namespace stretto::given_plan {
namespace {

/// The schedule that the compiler finds, as `stretto plan` writes it.
template <class Declared>
constexpr auto plan_of() {
  constexpr const detail::PlainSchedule& found = detail::FoundSchedule<Declared>::value;
  GivenSchedule<found.starts.count, found.slots.count> out;
  out.made_for = fingerprint(Declared::declare(), Declared::target(), detail::options_of<Declared>());
  out.ii = found.ii;
  out.bound = found.lower_bound;
  out.optimal = found.status == ModuloStatus::optimal;
  for (int i = 0; i < found.starts.size(); ++i) out.starts[i] = found.starts[i];
  for (int i = 0; i < found.slots.size(); ++i) out.slots[i] = found.slots[i];
  out.seal = seal_of(out);
  return out;
}

template <class Declared>
struct Planned : Declared {
  static constexpr auto plan = plan_of<Declared>();
};

template <class Declared>
struct GivenPlan : testing::Test {};
using Declarations =
    testing::Types<declared::Gemm, declared::PersistentGemm<1, 0>, declared::Attention<1>, declared::Reduction,
                   declared::BlockScaledGemm<2, 1>, declared::BlockScaledGemm<1, 2>>;
TYPED_TEST_SUITE(GivenPlan, Declarations);

TYPED_TEST(GivenPlan, GivesTheEntriesThatTheSearchGives) {
  static constexpr StaticPipeline found = pipeline<TypeParam>();
  static constexpr StaticPipeline given = pipeline<Planned<TypeParam>>();
  expect_same(given, found);
}

TEST(Fingerprints, DifferByEverythingThatAScheduleDependsOn) {
  const unsigned long same = fingerprint(loops::gemm({}), targets::h200);
  EXPECT_EQ(same, fingerprint(loops::gemm({}), targets::h200));
  std::vector<unsigned long> others;
  const auto with_loop = [&](auto change) {
    Loop loop = loops::gemm({});
    change(loop);
    others.push_back(fingerprint(loop, targets::h200));
  };
  with_loop([](Loop& l) { l.threads = 128; });
  with_loop([](Loop& l) { l.groups = 2; });
  with_loop([](Loop& l) { l.cluster = 2; });
  with_loop([](Loop& l) { l.fragment_steps = 2; });
  with_loop([](Loop& l) { l.name = "another"; });
  with_loop([](Loop& l) { l.buffers[0].bytes += 16; });
  with_loop([](Loop& l) { l.buffers[0].slots = 4; });
  with_loop([](Loop& l) { l.buffers[0].parts = 3; });
  with_loop([](Loop& l) { l.buffers[0].name = "X"; });
  with_loop([](Loop& l) { l.buffers[2].in_place_of = 1; });
  with_loop([](Loop& l) { l.role("extra", 1); });
  with_loop([](Loop& l) { l.ops[2].k = 128; });
  with_loop([](Loop& l) { l.ops[2].type = DataType::fp8; });
  with_loop([](Loop& l) { l.ops[0].tag = 9; });
  with_loop([](Loop& l) { l.ops[0].lingers = 9; });
  with_loop([](Loop& l) { l.ops[0].multicast = true; });
  with_loop([](Loop& l) { l.ops[2].waited = true; });
  with_loop([](Loop& l) { l.ops[2].operations = 5; });
  with_loop([](Loop& l) { l.ops[2].exponentials = 5; });
  with_loop([](Loop& l) { l.ops[2].dependent = 5; });
  with_loop([](Loop& l) { l.accesses[2].distance = 1; });
  with_loop([](Loop& l) { l.accesses[2].buffer = 1; });
  const auto with_gpu = [&](auto change) {
    Gpu gpu = targets::h200;
    change(gpu);
    others.push_back(fingerprint(loops::gemm({}), gpu));
  };
  with_gpu([](Gpu& g) { ++g.flops_bf16; });
  with_gpu([](Gpu& g) { ++g.global_latency; });
  with_gpu([](Gpu& g) { ++g.mbarrier_cycles; });
  with_gpu([](Gpu& g) { ++g.register_file; });
  with_gpu([](Gpu& g) { ++g.limits.shared_bytes; });
  with_gpu([](Gpu& g) { ++g.limits.max_wait_mma; });
  PipelineOptions options;
  options.persistent = true;
  others.push_back(fingerprint(loops::gemm({}), targets::h200, options));
  options = {};
  options.modulo.max_stages = 2;
  others.push_back(fingerprint(loops::gemm({}), targets::h200, options));
  for (std::size_t i = 0; i < others.size(); ++i) {
    EXPECT_NE(others[i], same) << "change " << i;
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(others[i], others[j]) << "changes " << i << " and " << j;
  }
}

}  // namespace
}  // namespace stretto::given_plan
