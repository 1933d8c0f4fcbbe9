// A built-in schedule without K tiles.
// CHECK: ScheduleRejected<stretto::Rule::k_tiles_below_one, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr auto plan = compile_schedule<SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 0}>>();
