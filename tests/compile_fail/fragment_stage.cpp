// Op 5, in half 0, reads stage 1.
// CHECK: ScheduleRejected<{{.*}}Rule::fragment_stage, 1, 0, -1, 5>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[5].stage = 1; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
