// Three loads ahead of one compute, in declaration order; op 9 is the third.
// CHECK: ScheduleRejected<{{.*}}Rule::too_many_loads, 3, 2, -1, 9>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) {
  ops[8] = ops[7];
  ops[9] = ops[7];
}

constexpr auto plan = compile_schedule<ChangedOps<change>>();
