// The three shipped schedules as constants, in every compiler, with no flag that raises an evaluation limit.
#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/compiler/unroll.hpp>
#include <stretto/mojo/schedules/four_wave.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>
#include <stretto/mojo/schedules/single_buffer.hpp>

namespace {

using namespace stretto;

struct PingPong {
  static constexpr auto schedule = compile_schedule([] {
    return DeclarativeSchedule<false, 8, 4>(csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
  });
};

struct FourWave {
  static constexpr auto schedule = compile_schedule([] {
    return Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>(
        {.wrap_waits_with_sched_barrier = true});
  });
};

struct SingleBuffer {
  static constexpr auto schedule = compile_schedule<SingleBufferSchedule<2, ScheduleHints{4, 4, 2, 16, 16, 2, 2}>>();
};

/// The arrays hold exactly these entries.
template <class Policy, int Prologue, int Kernel, int Epilogue>
constexpr bool has_sizes() {
  return sizeof(Policy::schedule.prologue) == Prologue * sizeof(ScheduleEntry) &&
         sizeof(Policy::schedule.kernel) == Kernel * sizeof(ScheduleEntry) &&
         sizeof(Policy::schedule.epilogue) == Epilogue * sizeof(ScheduleEntry);
}

// As in tests/reference.
static_assert(has_sizes<PingPong, 10, 70, 58>());
static_assert(has_sizes<FourWave, 14, 64, 32>());
static_assert(has_sizes<SingleBuffer, 6, 56, 13>());

/// An entry's wait is a template argument here, so the unroller must pass it as a compile-time value.
template <int Value>
struct Constant {
  static constexpr int value = Value;
};

struct WaitSum {
  int total = 0;

  template <class Entry>
  STRETTO_HOST_DEVICE constexpr void operator()(Entry) {
    total += Constant<Entry::op.wait_value>::value;
  }
};

template <class Policy>
STRETTO_HOST_DEVICE constexpr int wait_sum() {
  WaitSum sum;
  unroll<Policy, Section::prologue>(sum);
  unroll<Policy, Section::kernel>(sum);
  unroll<Policy, Section::epilogue>(sum);
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
