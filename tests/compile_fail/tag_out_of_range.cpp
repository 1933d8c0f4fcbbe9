// Tag 134 is past the last framework tag.
// CLANG: tag_out_of_range: {{.*}}; op 5 "tag 134 stage 0 subtile 1". Fix:
// CHECK: ScheduleRejected<stretto::Rule::tag_out_of_range, 134, 127, -1,
// NAMES-SAME: {5, {{.*}}"tag 134 stage 0 subtile 1"
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[5].tag = 134; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
