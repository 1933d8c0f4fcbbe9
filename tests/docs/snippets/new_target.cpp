// docs/targets.md: a target that somebody adds. A GEMM is scheduled and proven for it.
#include <stretto/stretto.hpp>

#include <stretto/gpu/gpu.hpp>

namespace stretto::targets {

constexpr Gpu next() {
  Gpu gpu;
  gpu.name = "X1";
  gpu.architecture = "sm_xx";
  gpu.copies = CopyKind::bulk;              // instruction set
  gpu.multiplies = MmaKind::tensor_memory;  // instruction set
  gpu.wave_lanes = 128;
  gpu.mma_rows = 64;      // instruction set
  gpu.flops_bf16 = 8192;  // peak / units / clock
  gpu.flops_fp8 = 16384;
  gpu.mma_latency = 131, gpu.shared_latency = 29, gpu.global_latency = 820;  // measure
  gpu.lane_operations = 128, gpu.exponentials = 16;                          // programming guide
  gpu.shared_per_cycle = 128, gpu.global_per_cycle = 68;                     // measure, all units active
  gpu.issue = 48, gpu.barrier = 30, gpu.mbarrier_cycles = 37;                // measure
  gpu.register_file = 262144, gpu.lane_registers = 255;                      // programming guide
  gpu.limits.shared_bytes = 232448, gpu.limits.tensor_bytes = 262144;
  return gpu;
}

inline constexpr Gpu x1 = next();

}  // namespace stretto::targets

int main() {
  const auto made = stretto::make_pipeline(stretto::loops::gemm({}), stretto::targets::x1);
  return made.ok() && made.value.verdict == stretto::Verdict::proven ? 0 : 1;
}
