// Nothing to schedule.
// CHECK: ScheduleRejected<stretto::Rule::empty_body, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct Nothing : SmallGemm {
  static constexpr Vector<OpDesc> build_body() { return {}; }
};

constexpr auto plan = compile_schedule<Nothing>();
