// The schedule that the other tests break. It compiles, so their errors come from what they break.
#include "small_gemm.hpp"

using namespace stretto;

constexpr auto plan = compile_schedule<SmallGemm>();
static_assert(plan.kernel.size() > 14);

constexpr auto exact = compile_schedule([] {
  struct Exact : SmallGemm {
    static constexpr ScheduleConfig schedule_config() { return csp_schedule; }
  };
  return Exact{};
});
static_assert(exact.search_status == SearchStatus::optimal);

struct WithoutBody {
  static constexpr PipelineConfig config() { return SmallGemm::config(); }
};
struct WithoutConfig {
  static constexpr Result<Vector<OpDesc>> build_body() { return SmallGemm::build_body(); }
};
static_assert(PipelineSchedule<SmallGemm>);
static_assert(!PipelineSchedule<WithoutBody>);
static_assert(!PipelineSchedule<WithoutConfig>);
