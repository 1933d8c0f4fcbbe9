// Op 8 reads a third buffer of two.
// CLANG: stage_beyond_depth: {{.*}}; op 8 "READ_A stage 2 subtile 0". Fix:
// CHECK: ScheduleRejected<stretto::Rule::stage_beyond_depth, 2, 1, -1,
// NAMES-SAME: {8, {{.*}}"READ_A stage 2 subtile 0"
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[8].stage = 2; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
