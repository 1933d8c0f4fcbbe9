// Ping-pong without a load cap, held to a proof: nothing but latency keeps kernel[19] from overwriting what kernel[18]
// still reads.
// CLANG: schedule is not safe: anti, relies_on_latency by 175 cycles: kernel[19] LOAD_A
// CLANG-SAME: before kernel[18] MMA_LOAD_A
// CLANG: missing: a barrier between kernel[18] MMA_LOAD_A
// CHECK: ScheduleUnsafe<{{.*}}HazardKind::anti, {{.*}}Verdict::relies_on_latency,
// CHECK-SAME: Section::kernel, 18, {{.*}}Section::kernel, 19, {{.*}}, 175, 1,
#include <stretto/stretto.hpp>

using namespace stretto;

struct HeldToProof : DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}> {
  constexpr HeldToProof()
      : DeclarativeSchedule(csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2, .max_globals = 0})) {}
  static constexpr VerificationLevel verification() { return VerificationLevel::proven; }
};

constexpr auto plan = compile_schedule<HeldToProof>();
