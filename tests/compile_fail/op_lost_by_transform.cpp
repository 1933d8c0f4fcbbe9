// transform_kernel drops everything; the first op in order is reported.
// CHECK: ScheduleRejected<{{.*}}Rule::op_lost, 0, 0, -1, 0>
#include "small_gemm.hpp"

using namespace stretto;

struct DropsAll : SmallGemm {
  static constexpr Vector<ScheduleEntry> transform_kernel(const Vector<ScheduleEntry>&, const Vector<OpDesc>&) {
    return {};
  }
};

constexpr auto plan = compile_schedule<DropsAll>();
