// Three fragments ahead of one compute, in declaration order; op 4 is the third.
// CLANG: too_many_fragments: {{.*}}; op 4 "READ_B stage 0 subtile 1". Fix:
// CHECK: ScheduleRejected<stretto::Rule::too_many_fragments, 3, 2, -1,
// NAMES-SAME: {4, {{.*}}"READ_B stage 0 subtile 1"
#include "small_gemm.hpp"

using namespace stretto;

struct ThreeFragments : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    const Vector<OpDesc> ops = costed_ops();
    // The compute op 3 comes after the fragment op 5.
    return Vector<OpDesc>{ops[0], ops[1], ops[2], ops[4],  ops[5],  ops[3],  ops[6],
                          ops[7], ops[8], ops[9], ops[10], ops[11], ops[12], ops[13]};
  }
};

constexpr auto plan = compile_schedule<ThreeFragments>();
