// Every load completes the tile before.
// CHECK: ScheduleRejected<stretto::Rule::no_prefetch, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

constexpr void change(Vector<OpDesc>& ops) {
  for (OpDesc& op : ops) op.k_offset = KOffsetKind::k_prev;
}

constexpr auto plan = compile_schedule<ChangedOps<change>>();
