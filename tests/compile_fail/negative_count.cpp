// A load that takes back vmcnt entries.
// CHECK: ScheduleRejected<{{.*}}Rule::negative_count, -2, 0, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct NegativeLoad : SmallGemm {
  static constexpr PipelineConfig config() {
    PipelineConfig config = SmallGemm::config();
    config.vm_per_load_b = -2;
    return config;
  }
};

constexpr auto plan = compile_schedule<NegativeLoad>();
