// Fifteen ops have no two halves.
// CHECK: ScheduleRejected<stretto::Rule::counts_do_not_divide, 15, 2, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) { ops.push_back(ops[6]); }

constexpr auto plan = compile_schedule<ChangedOps<change>>();
