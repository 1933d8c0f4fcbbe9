// A pipeline from a plan equals the pipeline that the search finds, entry by entry.
#include <gtest/gtest.h>

#include <stretto/hopper/gemm_plans.hpp>
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

/// What a kernel sees of a pipeline that is made at run time.
StaticPipeline judged(Result<Pipeline> made) {
  EXPECT_TRUE(made.ok());
  if (!made.ok()) return StaticPipeline();
  judge(made.value);
  StaticPipeline out = detail::static_pipeline(made.value);
  out.verdict = made.value.verdict;
  return out;
}

template <DataType Type, class P = hopper::GemmPlans<Type>>
using GemmPlanTypes = testing::Types<typename P::Pair, typename P::Single, typename P::Square, typename P::Wide,
                                     typename P::Split128, typename P::Split96, typename P::Split64, typename P::Some,
                                     typename P::SomeSplit, typename P::Few, typename P::FewSplit>;
template <class Plan>
struct ScheduledBf16 : testing::Test {};
TYPED_TEST_SUITE(ScheduledBf16, GemmPlanTypes<DataType::bf16>);
template <class Plan>
struct ScheduledFp8 : testing::Test {};
TYPED_TEST_SUITE(ScheduledFp8, GemmPlanTypes<DataType::fp8>);

template <class Plan>
void expect_what_the_search_finds() {
  using Given = hopper::ScheduledGemmLoop<Plan::tile>;
  static_assert(requires { Given::plan; }, "hopper/gemm_schedules.hpp lacks a plan");
  expect_same(judged(detail::programs_of<Given>(detail::given_schedule<Given>())),
              judged(make_pipeline(Given::declare(), Given::target(), Given::options())));
}

TYPED_TEST(ScheduledBf16, GivesTheEntriesThatTheSearchGives) { expect_what_the_search_finds<TypeParam>(); }
TYPED_TEST(ScheduledFp8, GivesTheEntriesThatTheSearchGives) { expect_what_the_search_finds<TypeParam>(); }

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
