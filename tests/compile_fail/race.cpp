// Ping-pong of the Mojo package, held to a proof: kernel[12] of group 0 overwrites the data that kernel[11] of group 1
// reads.
// CLANG: schedule is not safe: anti, race: kernel[12] LOAD_B {{.*}} before kernel[11] MMA_LOAD_B
// CLANG: wave 0 (group 0) {{.*}} kernel[12] LOAD_B
// CLANG: wave 4 (group 1) {{.*}} kernel[11] MMA_LOAD_B
// CLANG: missing: a barrier between kernel[11]
// CHECK: ScheduleUnsafe<{{.*}}HazardKind::anti, {{.*}}Verdict::race,
// NVCC: Kind=stretto::HazardKind::anti, Found=stretto::Verdict::race,
// NAMES-SAME: {"group 1"}
// CHECK-SAME: Section::kernel, 11,
// NVCC-SAME: FirstSection=stretto::Section::kernel, FirstEntry=11,
// NAMES-SAME: {"MMA_LOAD_B stage 0 subtile 1"}
// NAMES-SAME: {"group 0"}
// CHECK-SAME: Section::kernel, 12,
// NVCC-SAME: SecondSection=stretto::Section::kernel, SecondEntry=12,
// NAMES-SAME: {"LOAD_B stage 0 subtile 0 @K0"}
// CHECK-SAME: 0, 1,
// NVCC-SAME: Margin=0, Trips=1,
#include <stretto/stretto.hpp>

using namespace stretto;

struct HeldToProof : DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}> {
  constexpr HeldToProof()
      : DeclarativeSchedule(csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})) {}
  static constexpr VerificationLevel verification() { return VerificationLevel::proven; }
};

constexpr auto plan = compile_schedule<HeldToProof>();
