// A VALU op has no place in a block.
// CHECK: ScheduleRejected<{{.*}}Rule::op_lost, 0, 0, -1, 4>
// NVCC: BrokenRule=stretto::Rule::op_lost, Value=0, Limit=0, Entry=-1, Ops=<4>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) {
  ops[4].resource = ResourceKind::valu;
  ops[4].role = OpRole::valu_compute;
}

constexpr auto plan = compile_schedule<ChangedOps<change>>();
