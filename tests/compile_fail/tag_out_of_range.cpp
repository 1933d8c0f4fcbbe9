// Tag 134 is beyond the last framework tag.
// CHECK: ScheduleRejected<{{.*}}Rule::tag_out_of_range, 134, 127, -1, 5>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[5].tag = 134; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
