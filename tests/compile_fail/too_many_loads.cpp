// Three loads ahead of one compute, in declaration order; op 9 is the third.
// CHECK: ScheduleRejected<{{.*}}Rule::too_many_loads, 3, 2, -1, 9>
#include "small_gemm.hpp"

using namespace stretto;

struct ThreeLoads : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops[8] = ops[7];
    ops[9] = ops[7];
    return ops;
  }
};

constexpr auto plan = compile_schedule<ThreeLoads>();
