// Four-wave keeps seven of eight prefetches in flight: 63 entries at 9 each, and vmcnt ends at 62.
// CHECK: ScheduleRejected<stretto::Rule::wait_vm_field, 63, 62, 8>
// NVCC: BrokenRule=stretto::Rule::wait_vm_field, Value=63, Limit=62, Entry=8, Ops=<>
#include "small_gemm.hpp"

using namespace stretto;

constexpr KernelGeometry geometry =
    make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});

constexpr auto plan = compile_schedule(
    [] { return Pipeline4Wave<geometry>({}, mi355x_target({.vm_per_load_a = 9, .vm_per_load_b = 9})); });
