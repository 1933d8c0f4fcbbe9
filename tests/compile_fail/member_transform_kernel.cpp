// transform_kernel must take the body too.
// CHECK: transform_kernel must be Vector<ScheduleEntry>(Vector<ScheduleEntry>, const Vector<OpDesc>&) const
#include "small_gemm.hpp"

using namespace stretto;

struct OneArgument : SmallGemm {
  static constexpr Vector<ScheduleEntry> transform_kernel(const Vector<ScheduleEntry>& kernel) { return kernel; }
};

constexpr auto plan = compile_schedule<OneArgument>();
