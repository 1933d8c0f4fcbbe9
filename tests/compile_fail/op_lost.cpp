// A VALU op has no place in a block.
// CLANG: op_lost: {{.*}}; op 4 "LOAD_B stage 0 subtile 0 @K0". Fix:
// CHECK: ScheduleRejected<stretto::Rule::op_lost, 0, 0, -1,
// NVCC: BrokenRule=stretto::Rule::op_lost, Value=0, Limit=0, Entry=-1, Ops=
// NAMES-SAME: {4, {{.*}}"LOAD_B stage 0 subtile 0 @K0"
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) {
  ops[4].resource = ResourceKind::valu;
  ops[4].role = OpRole::valu_compute;
}

constexpr auto plan = compile_schedule<ChangedOps<change>>();
