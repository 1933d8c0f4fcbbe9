#include "kernels_of_kind.hpp"
#include "mutant.hpp"

namespace stretto::cdna {

std::vector<Kernel> ping_pong_kernels() { return kernels_of_kind<GemmKind::ping_pong>(); }

std::vector<Mutant> ping_pong_mutants() {
  using emulator::Landing;
  using Plan = PingPongPlan<Chip::gfx950, DataType::bf16, Synchronised::derived>;
  constexpr Section kernel = Section::kernel;
  const auto declared = DeclarationOf<Plan>::declared();
  std::vector<Mutant> out;
  const auto add = [&]<class Mutation>(const char* name, Mutation, Landing caught_by) {
    out.push_back(mutant_of<Plan, Mutation>(name, declared, caught_by));
  };
  add("ping_pong_vm_wait_weakened", Weakened<kernel, tags::wait_vm, 1, 2>{}, Landing::early_reads);
  add("ping_pong_vm_wait_dropped", Dropped<kernel, tags::wait_vm, 1>{}, Landing::early_reads);
  add("ping_pong_prologue_wait_weakened", Weakened<Section::prologue, tags::wait_vm, 1, 2>{}, Landing::early_reads);
  add("ping_pong_fragment_wait_weakened", Weakened<kernel, tags::wait_lgkm, 0, 1>{}, Landing::late);
  add("ping_pong_wait_behind_its_barrier", Moved<kernel, tags::wait_vm, 1, 2>{}, Landing::early_reads);
  add("ping_pong_load_too_early", Moved<kernel, double_buffer_tags::load_b, 0, -8>{}, Landing::early_loads);
  add("ping_pong_barrier_dropped", Dropped<kernel, tags::barrier, 7>{}, Landing::early_reads);
  return out;
}

Kernel deadlocked_kernel() {
  using Plan = PingPongPlan<Chip::gfx950, DataType::bf16, Synchronised::derived>;
  return kernel_of<MutantPlan<Plan, NotStaggered>>("ping_pong_not_staggered");
}

}  // namespace stretto::cdna
