// An MMA grid without columns.
// CHECK: ScheduleRejected<stretto::Rule::grid_below_one, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) { config.n_mmas = 0; }

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
