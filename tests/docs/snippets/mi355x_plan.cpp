// README.md: the proven variant of a Mojo schedule as a constant, and how a kernel consumes it.
#include <stretto/stretto.hpp>

namespace {

using namespace stretto;

int barriers = 0;
int loads = 0;

void s_barrier() { ++barriers; }
template <int Half>
void load_a(int k_tile) {
  loads += k_tile < 6 ? 1 : 0;
}

struct Plan {  // a 256x256x64 bf16 GEMM loop for the MI355X, ping-pong over eight waves
  static constexpr auto pipe = compile_schedule([] {
    return Proven<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>(
        csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
  });
};
static_assert(Plan::pipe.verdict == Verdict::proven);

void kernel(int k_tiles) {
  // In the kernel, every entry arrives as a compile-time value; each group of waves runs its own role.
  run<Plan, 0>(k_tiles, [&](auto entry, int trip) {
    if constexpr (entry.value.action == Action::barrier) s_barrier();
    if constexpr (entry.value.tag == double_buffer_tags::load_a) load_a<entry.value.part>(entry.value.version(trip));
    // Loads of B, fragment reads, multiplications, waits and priorities likewise.
  });
}

}  // namespace

int main() {
  kernel(6);
  return barriers > 0 && loads == 12 ? 0 : 1;
}
