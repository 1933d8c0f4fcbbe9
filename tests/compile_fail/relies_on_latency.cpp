// Ping-pong without a load cap, held to a proof: nothing but latency keeps kernel[20] from overwriting what kernel[11]
// still reads.
// CLANG: schedule is not safe: anti, relies_on_latency by 303 cycles: kernel[20] LOAD_B
// CLANG-SAME: before kernel[11] MMA_LOAD_B
// CLANG: missing: wait_lgkm(0) or less in wave 4 (group 1) before kernel[12] BARRIER
// CHECK: ScheduleUnsafe<{{.*}}HazardKind::anti, {{.*}}Verdict::relies_on_latency,
// CHECK-SAME: Phase::kernel, 11, {{.*}}Phase::kernel, 20, 303, 1,
#include <stretto/stretto.hpp>

using namespace stretto;

struct HeldToProof : DeclarativeSchedule<false, 8, 4> {
  constexpr HeldToProof() : DeclarativeSchedule({}, mi355x_target(2, 2, 0)) {}
  static constexpr VerificationLevel verification() { return VerificationLevel::proven; }
};

constexpr auto plan = compile_schedule<HeldToProof>();
