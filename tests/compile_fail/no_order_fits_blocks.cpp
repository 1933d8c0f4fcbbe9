// The exact scheduler: each half has six fragments for two blocks of two.
// CHECK: ScheduleRejected<stretto::Rule::no_order_fits_blocks, 0, 0, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct ManyFragments : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    const Vector<OpDesc> ops = costed_ops();
    Vector<OpDesc> body;
    for (int i = 0; i < ops.size(); ++i) {
      if (i % 7 == 1) body.append({ops[i], ops[i], ops[i]});
      body.push_back(ops[i]);
    }
    return body;
  }
  static constexpr ScheduleConfig schedule_config() { return csp_schedule; }
};

constexpr auto plan = compile_schedule<ManyFragments>();
