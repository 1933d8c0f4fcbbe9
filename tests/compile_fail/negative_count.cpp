// A load that takes back vmcnt entries.
// CHECK: ScheduleRejected<stretto::Rule::negative_count, -2, 0, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) { config.vm_per_load_b = -2; }

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
