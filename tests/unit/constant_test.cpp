// A schedule compiled as a constant equals the one compiled at run time, entry for entry.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "../device/shipped_schedules.hpp"

namespace stretto {
namespace {

using shipped::FourWave;
using SingleBuffer = shipped::SingleBuffer<2>;

constexpr auto static_ping_pong = compile_schedule([] {
  return DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(
      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
});
constexpr auto static_four_wave = compile_schedule<FourWave>();
constexpr auto static_single_buffer = compile_schedule<SingleBuffer>();

static_assert(static_ping_pong.prologue.size() == 10 && static_ping_pong.kernel.size() == 70 &&
              static_ping_pong.epilogue.size() == 58);
static_assert(static_ping_pong.cost.makespan == 420 && static_ping_pong.lower_bound == 420 &&
              static_ping_pong.broken_edges == 0);
static_assert(static_ping_pong.waits.lgkm_first == 8 && static_ping_pong.waits.vm_last == 6);
static_assert(static_four_wave.prologue.size() == 14 && static_four_wave.epilogue.size() == 32 &&
              static_four_wave.broken_edges == 6);
static_assert(static_single_buffer.kernel.size() == 56 && static_single_buffer.warp_stagger_index == 7);
static_assert(build_schedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>().kernel.size() == 70);

template <class Static>
void expect_equal(const Static& constant, const CompiledSchedule& compiled) {
  ASSERT_FALSE(compiled.error);
  const auto same = [](const auto& array, const Vector<ScheduleEntry>& list) {
    ASSERT_EQ(array.size(), list.size());
    for (int i = 0; i < list.size(); ++i) EXPECT_EQ(array[i], list[i]) << i;
  };
  same(constant.prologue, compiled.prologue);
  same(constant.kernel, compiled.kernel);
  same(constant.epilogue, compiled.epilogue);
  ASSERT_EQ(constant.kernel_deps.size(), compiled.kernel_deps.size());
  for (int i = 0; i < compiled.kernel_deps.size(); ++i) EXPECT_EQ(constant.kernel_deps[i], compiled.kernel_deps[i]);
  EXPECT_EQ(constant.warp_stagger_index, compiled.warp_stagger_index);
  EXPECT_EQ(constant.config, compiled.config);
  EXPECT_EQ(constant.knobs, compiled.knobs);
}

TEST(Constant, EqualsRunTime) {
  expect_equal(static_ping_pong,
               try_compile(DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(
                   csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}))));
  expect_equal(static_four_wave, try_compile(FourWave()));
  expect_equal(static_single_buffer, try_compile(SingleBuffer()));
}

}  // namespace
}  // namespace stretto
