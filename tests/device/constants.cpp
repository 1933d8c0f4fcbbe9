// The three shipped schedules as constants, in every compiler, with no flag that raises an evaluation limit.
#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>

#include "shipped_schedules.hpp"
#include "template_argument.hpp"

namespace {

using namespace stretto;

struct PingPong {
  static constexpr auto pipe = compile_schedule([] {
    return DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(
        csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
  });
};

struct FourWave {
  static constexpr auto pipe =
      compile_schedule([] { return shipped::FourWave({.wrap_waits_with_sched_barrier = true}); });
};

struct SingleBuffer {
  static constexpr auto pipe = compile_schedule<shipped::SingleBuffer<2>>();
};

/// The arrays hold exactly these entries.
template <class Policy, int Prologue, int Kernel, int Epilogue>
constexpr bool has_sizes() {
  return sizeof(Policy::pipe.prologue) == Prologue * sizeof(ScheduleEntry) &&
         sizeof(Policy::pipe.kernel) == Kernel * sizeof(ScheduleEntry) &&
         sizeof(Policy::pipe.epilogue) == Epilogue * sizeof(ScheduleEntry);
}

// As in tests/reference.
static_assert(has_sizes<PingPong, 10, 70, 58>());
static_assert(has_sizes<FourWave, 14, 64, 32>());
static_assert(has_sizes<SingleBuffer, 6, 56, 13>());

struct WaitSum {
  int total = 0;

  template <class At>
  STRETTO_HOST_DEVICE constexpr void operator()(At, int) {
    total += device_test::Constant<At::value.count>::value;
  }
};

template <class Policy>
STRETTO_HOST_DEVICE constexpr int wait_sum() {
  WaitSum sum;
  run<Policy, Policy::pipe.roles - 1>(Policy::pipe.peeled + Policy::pipe.iterations_per_trip, sum);
  return sum.total;
}

static_assert(wait_sum<PingPong>() > 0 && wait_sum<FourWave>() > 0 && wait_sum<SingleBuffer>() > 0);

}  // namespace

#if defined(__CUDACC__) || defined(__HIP__)
extern "C" __attribute__((global)) void store_wait_sums(int* out) {
  out[0] = wait_sum<PingPong>();
  out[1] = wait_sum<FourWave>();
  out[2] = wait_sum<SingleBuffer>();
}
#else
extern "C" void store_wait_sums(int* out) {
  out[0] = wait_sum<PingPong>();
  out[1] = wait_sum<FourWave>();
  out[2] = wait_sum<SingleBuffer>();
}
#endif
