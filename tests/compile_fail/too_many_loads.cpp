// Three loads ahead of one compute, in declaration order; op 9 is the third.
// CLANG: too_many_loads: {{.*}}; op 9 "LOAD_A stage 0 subtile 0 @K0". Fix:
// CHECK: ScheduleRejected<stretto::Rule::too_many_loads, 3, 2, -1,
// NAMES-SAME: {9, {{.*}}"LOAD_A stage 0 subtile 0 @K0"
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) {
  ops[8] = ops[7];
  ops[9] = ops[7];
}

constexpr auto plan = compile_schedule<ChangedOps<change>>();
