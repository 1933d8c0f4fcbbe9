// Op 8 reads stage 2, but there are only two stages.
// CHECK: ScheduleRejected<{{.*}}Rule::stage_beyond_depth, 2, 1, -1, 8>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[8].stage = 2; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
