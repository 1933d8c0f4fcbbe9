// Half 1 loads its own stage only.
// CHECK: ScheduleRejected<stretto::Rule::no_completion_load, 1, 0, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops[7].stage = 1; }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
