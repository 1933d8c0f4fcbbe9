// A manual wait of 9 where the first block (MMA op 3) has a load of lgkm cost 8.
// CHECK: ScheduleRejected<{{.*}}Rule::first_lgkm_wait, 9, 8, -1, 3>
#include "small_gemm.hpp"

using namespace stretto;

struct WaitsForTooLittle : SmallGemm {
  static constexpr ScheduleConfig schedule_config() {
    ScheduleConfig knobs = SmallGemm::schedule_config();
    knobs.auto_waits = false;
    knobs.wait_lgkm_first = 9;
    knobs.lgkm_per_load_a = 8;
    return knobs;
  }
};

constexpr auto plan = compile_schedule<WaitsForTooLittle>();
