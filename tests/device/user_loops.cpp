// Loops of users as constants, in every compiler, with no flag that raises an evaluation limit. The compiler finds
// their schedules, but for the loop of 24 ops, which comes with a plan.
#include <stretto/gpu/h100.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

#include "cooperative_plan.hpp"
#include "user_loops.hpp"

namespace {

using namespace stretto;

struct H100 {
  static constexpr Gpu target() { return targets::h100; }
};
struct TenOps : H100 {
  static constexpr Loop declare() { return user_loops::block_scaled_gemm(2); }
};
struct FiveOpsInTwoGroups : H100 {
  static constexpr Loop declare() { return user_loops::block_scaled_gemm(1, 2); }
};
struct Attention : H100 {
  static constexpr Loop declare() { return loops::flash_attention({}); }
};
struct AttentionInTwoGroups : H100 {
  static constexpr Loop declare() {
    Loop loop = loops::flash_attention({});
    loop.groups = 2;
    return loop;
  }
};
struct AttentionOnH200InTwoGroups : AttentionInTwoGroups {
  static constexpr Gpu target() { return targets::h200; }
};

template <class Declared>
struct Policy {
  static constexpr auto pipe = pipeline<Declared>();
  static_assert(pipe.proven() && pipe.optimal && pipe.ii == pipe.bound);
};

static_assert(Policy<TenOps>::pipe.ii == 1060 && Policy<TenOps>::pipe.slots("A0") == 2);
static_assert(Policy<FiveOpsInTwoGroups>::pipe.ii == 530);
static_assert(Policy<Attention>::pipe.ii == 2691);
static_assert(Policy<AttentionInTwoGroups>::pipe.ii == 2048);
static_assert(Policy<AttentionOnH200InTwoGroups>::pipe.ii == 2048);
static_assert(CooperativePlan::pipe.proven() && CooperativePlan::pipe.optimal && CooperativePlan::pipe.ii == 1233);
static_assert(CooperativePlan::pipe.roles == 3);

}  // namespace
