// The proven variants of the Mojo schedules as constants, in every compiler, without a flag that raises an evaluation
// limit.
#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/four_wave.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>
#include <stretto/mojo/schedules/proven.hpp>
#include <stretto/mojo/schedules/single_buffer.hpp>

namespace {

using namespace stretto;

constexpr auto ping_pong = compile_schedule([] {
  return Proven<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>(
      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
});
constexpr auto four_wave = compile_schedule([] {
  return Proven<Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>,
                LatencyHiding{.reads = 1, .loads = 0}>({.wrap_waits_with_sched_barrier = true});
});
constexpr auto single_buffer = compile_schedule<Proven<SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 2}>>>();

static_assert(ping_pong.verdict == Verdict::proven && ping_pong.level == VerificationLevel::proven);
static_assert(four_wave.verdict == Verdict::proven && single_buffer.verdict == Verdict::proven);

template <class Schedule>
constexpr int barriers_a_trip(const Schedule& schedule) {
  int count = 0;
  for (const ScheduleEntry& entry : schedule.kernel) count += entry.op.tag == tags::barrier ? 1 : 0;
  return count;
}
static_assert(barriers_a_trip(ping_pong) == 16 && barriers_a_trip(four_wave) == 4);
static_assert(barriers_a_trip(single_buffer) == 2);

}  // namespace

// Evaluated once more at run time by the program that links this: the same functions, the same verdict.
extern "C" int proven_variants_agree() {
  const CompiledSchedule again =
      try_compile(Proven<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>(
          csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})));
  return again.kernel.size() == ping_pong.kernel.size() && again.verification.proven() ? 1 : 0;
}
