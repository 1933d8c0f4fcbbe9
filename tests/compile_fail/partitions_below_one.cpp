// No K partition.
// CHECK: ScheduleRejected<{{.*}}Rule::partitions_below_one, -1, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct NoPartition : SmallGemm {
  static constexpr PipelineConfig config() {
    PipelineConfig config = SmallGemm::config();
    config.num_partitions = -1;
    return config;
  }
};

constexpr auto plan = compile_schedule<NoPartition>();
