// A GPU that the library does not know, in user code: its figures, a loop scheduled for it, and the effect of each
// figure. The GPU is invented. docs/howto/add_a_target.md goes through it.
#include <cstdio>

#include <stretto/stretto.hpp>

using namespace stretto;

/// 40 units at 1.5 GHz, 61 TFLOP/s of bf16, 1.4 TB/s from L2, instructions as on Ampere.
constexpr Gpu small_gpu() {
  Gpu gpu;
  gpu.name = "Small";
  gpu.architecture = "sm_80";
  // The instruction set: how tiles arrive, where multiplications take their operands from, lanes per issuing unit.
  gpu.copies = CopyKind::async_copy;
  gpu.multiplies = MmaKind::from_registers;
  gpu.wave_lanes = 32;
  // Data sheet: a peak, over units and clock.
  gpu.flops_bf16 = 1024;      // 61.4e12 / 40 / 1.5e9
  gpu.global_per_cycle = 24;  // 1.4e12 / 40 / 1.5e9, rounded up
  gpu.lane_operations = 128;
  gpu.exponentials = 16;
  gpu.shared_per_cycle = 128;
  // Measured, on all units at once.
  gpu.mma_latency = 25;
  gpu.shared_latency = 25;
  gpu.global_latency = 400;
  gpu.issue = 1;
  gpu.barrier = 30;
  gpu.mbarrier_cycles = 40;
  // Capacities.
  gpu.register_file = 262144;
  gpu.lane_registers = 255;
  gpu.limits.shared_bytes = 102400;
  return gpu;
}

struct Gemm {
  static constexpr Loop declare() { return loops::gemm({.m = 128, .n = 128, .k = 32, .rows = 2, .columns = 4}); }
  static constexpr Gpu target() { return small_gpu(); }
};
struct Plan {
  static constexpr auto pipe = pipeline<Gemm>();
};
static_assert(Plan::pipe.proven() && Plan::pipe.optimal);
static_assert(Plan::pipe.ii == 1030);  // 2 * 128 * 128 * 32 / 1024 cycles of multiplication, plus six to issue the rest

namespace {

void schedule(const char* what, const Gpu& gpu) {
  const Result<Pipeline> made = make_pipeline(Gemm::declare(), gpu);
  if (!made.ok()) {
    std::printf("%-28s refused: %s\n", what, describe(made.error).c_str());
    return;
  }
  const Pipeline& found = made.value;
  std::printf("%-28s II %ld, A %d and B %d slots, %s\n", what, found.schedule.ii, found.slots[0], found.slots[1],
              name(found.verdict));
}

}  // namespace

int main() {
  schedule("as given", small_gpu());
  Gpu gpu = small_gpu();
  gpu.flops_bf16 = 2048;
  schedule("twice the tensor units", gpu);
  gpu = small_gpu();
  gpu.global_per_cycle = 12;
  schedule("half the bandwidth", gpu);
  gpu = small_gpu();
  gpu.global_latency = 2000;
  schedule("five times the latency", gpu);
  gpu.limits.shared_bytes = 32768;
  schedule("same, only 32 KiB of shared", gpu);
  gpu = small_gpu();
  gpu.flops_bf16 = 0;
  schedule("no bf16 at all", gpu);
}
