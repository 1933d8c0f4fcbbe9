// Half 1 loads its own stage only.
// CHECK: ScheduleRejected<{{.*}}Rule::no_completion_load, 1, 0, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct NoCompletion : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops[7].stage = 1;
    return ops;
  }
};

constexpr auto plan = compile_schedule<NoCompletion>();
