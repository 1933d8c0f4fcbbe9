// Tag 134 is past the last framework tag.
// CHECK: ScheduleRejected<{{.*}}Rule::tag_out_of_range, 134, 127, -1, 5>
#include "small_gemm.hpp"

using namespace stretto;

struct UnknownTag : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops[5].tag = 134;
    return ops;
  }
};

constexpr auto plan = compile_schedule<UnknownTag>();
