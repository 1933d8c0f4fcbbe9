// Op 5, in half 0, reads stage 1.
// CLANG: fragment_stage: {{.*}}; op 5 "READ_B stage 1 subtile 1". Fix:
// CHECK: ScheduleRejected<stretto::Rule::fragment_stage, 1, 0, -1,
// NAMES-SAME: {5, {{.*}}"READ_B stage 1 subtile 1"
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[5].stage = 1; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
