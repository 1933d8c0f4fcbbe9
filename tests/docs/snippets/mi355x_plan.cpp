// README.md: the proven variant of a Mojo schedule as a constant, and how a kernel unrolls it.
#include <stretto/stretto.hpp>

namespace {

using namespace stretto;

int barriers = 0;
int products = 0;

void s_barrier() { ++barriers; }
template <int Stage, int Subtile>
void multiply() {
  ++products;
}

struct Plan {  // a 256x256x64 bf16 GEMM loop for the MI355X, ping-pong over eight waves
  static constexpr auto schedule = compile_schedule([] {
    return Proven<DeclarativeSchedule<false, 8, 4>>(csp_schedule,
                                                    mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
  });
};
static_assert(Plan::schedule.verdict == Verdict::proven);

void kernel() {
  // In the kernel, every entry arrives as a compile-time value.
  unroll<Plan, Section::kernel>([&](auto entry) {
    if constexpr (entry.op.tag == tags::barrier) s_barrier();
    if constexpr (entry.op.tag == double_buffer_tags::mma) multiply<entry.op.stage, entry.op.subtile>();
    // Loads, fragment reads, waits and priorities likewise.
  });
}

}  // namespace

int main() {
  kernel();
  return barriers > 0 && products > 0 ? 0 : 1;
}
