// A tile of 250 rows for 2 wave rows of 2 quadrants of 16-row MMAs.
// CHECK: ScheduleRejected<stretto::Rule::counts_do_not_divide, 250, 64, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr KernelGeometry geometry =
    make_geometry({.tile = {250, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});

constexpr auto plan = compile_schedule<Pipeline4Wave<geometry>>();
