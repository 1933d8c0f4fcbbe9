#include "kernels_of_kind.hpp"
#include "mutant.hpp"

namespace stretto::cdna {

std::vector<Kernel> four_wave_kernels() { return kernels_of_kind<GemmKind::four_wave>(); }

std::vector<Mutant> four_wave_mutants() {
  using emulator::Landing;
  using Plan = FourWavePlan<Chip::gfx950, DataType::bf16, Synchronised::derived>;
  constexpr Section kernel = Section::kernel;
  const auto declared = DeclarationOf<Plan>::declared();
  std::vector<Mutant> out;
  const auto add = [&]<class Mutation>(const char* name, Mutation, Landing caught_by) {
    out.push_back(mutant_of<Plan, Mutation>(name, declared, caught_by));
  };
  add("four_wave_vm_wait_weakened", Weakened<kernel, tags::wait_vm, 0, 4>{}, Landing::early_reads);
  add("four_wave_fragment_wait_weakened", Weakened<kernel, tags::wait_lgkm, 0, 1>{}, Landing::late);
  add("four_wave_barrier_dropped", Dropped<kernel, tags::barrier, 0>{}, Landing::early_reads);
  add("four_wave_load_before_its_barrier", Moved<kernel, double_buffer_tags::load_b, 0, -1>{}, Landing::early_loads);
  add("four_wave_epilogue_wait_dropped", Dropped<Section::epilogue, tags::wait_vm, 0>{}, Landing::early_reads);
  return out;
}

}  // namespace stretto::cdna
