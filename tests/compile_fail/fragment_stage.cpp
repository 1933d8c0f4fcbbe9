// Op 5, in half 0, reads stage 1.
// CHECK: ScheduleRejected<{{.*}}Rule::fragment_stage, 1, 0, -1, 5>
#include "small_gemm.hpp"

using namespace stretto;

struct OtherStage : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops[5].stage = 1;
    return ops;
  }
};

constexpr auto plan = compile_schedule<OtherStage>();
