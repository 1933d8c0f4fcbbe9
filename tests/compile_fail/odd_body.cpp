// Fifteen ops have no two halves.
// CHECK: ScheduleRejected<{{.*}}Rule::counts_do_not_divide, 15, 2, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct OddBody : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops.push_back(ops[6]);
    return ops;
  }
};

constexpr auto plan = compile_schedule<OddBody>();
