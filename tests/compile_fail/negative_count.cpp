// A load with a negative number of vmcnt entries.
// CHECK: ScheduleRejected<{{.*}}Rule::negative_count, -2, 0, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) { config.vm_per_load_b = -2; }

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
