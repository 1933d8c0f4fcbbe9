// A user's program: one schedule, compiled by the compiler, read at run time.
#include <cstdio>

#include <stretto/stretto.hpp>

constexpr auto schedule = stretto::build_schedule<stretto::PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>();
static_assert(schedule.kernel.size() > 0);

int main() {
  std::printf("stretto %s: %d entries, makespan %d\n", STRETTO_VERSION, schedule.kernel.size(), schedule.cost.makespan);
  return schedule.cost.makespan >= schedule.lower_bound ? 0 : 1;
}
