#include "kernels_of_kind.hpp"
#include "mutant.hpp"

namespace stretto::cdna {

std::vector<Kernel> four_wave_kernels() { return kernels_of_kind<GemmKind::four_wave>(); }

std::vector<Mutant> four_wave_mutants() {
  return MutantsOf<FourWavePlan<Chip::gfx950, DataType::bf16, Synchronised::derived>>()
      .with("four_wave_vm_wait_weakened", Weakened<Section::kernel, tags::wait_vm, 0, 4>{}, Landing::early_reads)
      .with("four_wave_fragment_wait_weakened", Weakened<Section::kernel, tags::wait_lgkm, 0, 1>{}, Landing::late)
      .with("four_wave_barrier_dropped", Dropped<Section::kernel, tags::barrier, 0>{}, Landing::early_reads)
      .with("four_wave_load_before_its_barrier", Moved<Section::kernel, double_buffer_tags::load_b, 0, -1>{},
            Landing::early_loads)
      .with("four_wave_epilogue_wait_dropped", Dropped<Section::epilogue, tags::wait_vm, 0>{}, Landing::early_reads)
      .all();
}

}  // namespace stretto::cdna
