// Every load completes the tile before.
// CHECK: ScheduleRejected<{{.*}}Rule::no_prefetch, 0, 1, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct NoPrefetch : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    for (OpDesc& op : ops) op.k_offset = KOffsetKind::k_prev;
    return ops;
  }
};

constexpr auto plan = compile_schedule<NoPrefetch>();
