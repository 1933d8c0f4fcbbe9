#include "kernels_of_kind.hpp"
#include "mutant.hpp"

namespace stretto::cdna {

std::vector<Kernel> ping_pong_kernels() { return kernels_of_kind<GemmKind::ping_pong>(); }

std::vector<Mutant> ping_pong_mutants() {
  return MutantsOf<PingPongPlan<Chip::gfx950, DataType::bf16, Synchronised::derived>>()
      .with("ping_pong_vm_wait_weakened", Weakened<Section::kernel, tags::wait_vm, 1, 2>{}, Landing::early_reads)
      .with("ping_pong_vm_wait_dropped", Dropped<Section::kernel, tags::wait_vm, 1>{}, Landing::early_reads)
      .with("ping_pong_prologue_wait_weakened", Weakened<Section::prologue, tags::wait_vm, 1, 2>{},
            Landing::early_reads)
      .with("ping_pong_fragment_wait_weakened", Weakened<Section::kernel, tags::wait_lgkm, 0, 1>{}, Landing::late)
      .with("ping_pong_wait_behind_its_barrier", Moved<Section::kernel, tags::wait_vm, 1, 2>{}, Landing::early_reads)
      .with("ping_pong_load_too_early", Moved<Section::kernel, double_buffer_tags::load_b, 0, -8>{},
            Landing::early_loads)
      .with("ping_pong_barrier_dropped", Dropped<Section::kernel, tags::barrier, 7>{}, Landing::early_reads)
      .all();
}

Kernel deadlocked_kernel() {
  using Plan = PingPongPlan<Chip::gfx950, DataType::bf16, Synchronised::derived>;
  return kernel_of<MutantPlan<Plan, NotStaggered>>("ping_pong_not_staggered");
}

}  // namespace stretto::cdna
