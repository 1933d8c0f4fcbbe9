// No buffer at all.
// CHECK: ScheduleRejected<stretto::Rule::depth_below_one, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) { config.depth = 0; }

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
