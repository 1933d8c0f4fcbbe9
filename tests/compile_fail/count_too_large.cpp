// A grid whose product would leave an int.
// CHECK: ScheduleRejected<stretto::Rule::count_too_large, 65536, 256, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) {
  config.m_mmas = 65536;
  config.n_mmas = 65536;
}

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
