// No K partition.
// CHECK: ScheduleRejected<stretto::Rule::partitions_below_one, -1, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) { config.num_partitions = -1; }

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
