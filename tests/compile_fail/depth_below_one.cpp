// No buffer at all.
// CHECK: ScheduleRejected<{{.*}}Rule::depth_below_one, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct NoBuffer : SmallGemm {
  static constexpr PipelineConfig config() {
    PipelineConfig config = SmallGemm::config();
    config.depth = 0;
    return config;
  }
};

constexpr auto plan = compile_schedule<NoBuffer>();
