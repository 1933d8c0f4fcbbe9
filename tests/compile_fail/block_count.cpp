// The config speaks of 2x2 MMAs a half, the body has 1x2.
// CHECK: ScheduleRejected<stretto::Rule::block_count, 4, 8, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(PipelineConfig& config) { config.m_mmas = 2; }

constexpr auto plan = compile_schedule<ChangedConfig<change>>();
