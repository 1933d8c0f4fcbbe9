// An MMA grid without columns.
// CHECK: ScheduleRejected<{{.*}}Rule::grid_below_one, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct NoColumns : SmallGemm {
  static constexpr PipelineConfig config() {
    PipelineConfig config = SmallGemm::config();
    config.n_mmas = 0;
    return config;
  }
};

constexpr auto plan = compile_schedule<NoColumns>();
