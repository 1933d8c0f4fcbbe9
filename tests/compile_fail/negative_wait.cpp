// A manual wait below 0; op 6 is the MMA of its block.
// CLANG: negative_wait: {{.*}}; op 6 "MULTIPLY [0,1]". Fix:
// CHECK: ScheduleRejected<stretto::Rule::negative_wait, -1, 0, -1,
// NAMES-SAME: {6, {{.*}}"MULTIPLY [0,1]"
#include "small_gemm.hpp"

using namespace stretto;

struct NegativeWait : SmallGemm {
  static constexpr ScheduleConfig schedule_config() {
    ScheduleConfig knobs = SmallGemm::schedule_config();
    knobs.auto_waits = false;
    knobs.wait_vm_last = -1;
    return knobs;
  }
};

constexpr auto plan = compile_schedule<NegativeWait>();
