// A load after the last compute has no block; op 13 is that load.
// CLANG: op_lost: {{.*}}; op 13 "LOAD_B stage 1 subtile 0 @K1". Fix:
// CHECK: ScheduleRejected<stretto::Rule::op_lost, 0, 0, -1,
// NAMES-SAME: {13, {{.*}}"LOAD_B stage 1 subtile 0 @K1"
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) {
  const OpDesc load = ops[11];
  ops[11] = ops[13];
  ops[13] = load;
}

constexpr auto plan = compile_schedule<ChangedOps<change>>();
