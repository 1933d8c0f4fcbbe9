// Op 8 reads a third buffer of two.
// CHECK: ScheduleRejected<{{.*}}Rule::stage_beyond_depth, 2, 1, -1, 8>
#include "small_gemm.hpp"

using namespace stretto;

struct ThirdBuffer : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops[8].stage = 2;
    return ops;
  }
};

constexpr auto plan = compile_schedule<ThirdBuffer>();
