// Op 4 has a tag that the cost model does not know.
// CLANG: missing_cost: {{.*}}; op 4. Fix:
// CHECK: ScheduleRejected<stretto::Rule::missing_cost, 77, 0, -1,
// NAMES-SAME: {4, {{.*}}""
#include "small_gemm.hpp"

using namespace stretto;

struct Uncosted : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = declared_ops();
    ops[4].tag = 77;
    return annotate_ops(ops, costs());
  }
};

constexpr auto plan = compile_schedule<Uncosted>();
