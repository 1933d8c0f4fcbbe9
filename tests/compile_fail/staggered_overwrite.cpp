// Two staggered wave groups: load op 13 overwrites stage 1 while the next block reads it with op 15.
// CLANG: staggered_overwrite: {{.*}}; ops 13 "LOAD_B stage 1 subtile 0 @K1", 15 "READ_B stage 1 subtile 1". Fix:
// CHECK: ScheduleRejected<stretto::Rule::staggered_overwrite, 1, 0, -1,
// NAMES-SAME: {13, {{.*}}"LOAD_B stage 1 subtile 0 @K1"{{.*}}{15, {{.*}}"READ_B stage 1 subtile 1"
#include "small_gemm.hpp"

using namespace stretto;

struct MidHalfPrefetch : SmallGemm {
  static constexpr PipelineConfig config() {
    PipelineConfig config = SmallGemm::config();
    config.n_mmas = 3;
    config.warp_stagger = WarpStaggerRule::automatic();
    return config;
  }
  static constexpr Result<Vector<OpDesc>> build_body() {
    const Vector<OpDesc> ops = costed_ops();
    Vector<OpDesc> body;
    for (int half = 0; half < 2; ++half) {
      const int first = 7 * half;
      // Three blocks a half: the middle one prefetches, and the last one reads in half 1 only.
      for (int i : {0, 1, 2, 3, 4, 6}) body.push_back(ops[first + i]);
      body.push_back(half == 0 ? ops[0] : ops[12]);
      for (int i : {0, 6}) body.push_back(ops[first + i]);
    }
    return body;
  }
};

constexpr auto plan = compile_schedule<MidHalfPrefetch>();
