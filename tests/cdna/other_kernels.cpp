#include "kernels_of_kind.hpp"
#include "mutant.hpp"

namespace stretto::cdna {

std::vector<Kernel> other_kernels() { return kernels_of_kind<GemmKind::single_buffer, GemmKind::pipelined>(); }

std::vector<Mutant> other_mutants() {
  using Single = SingleBufferPlan<Chip::gfx950>;
  using Pipelined = PipelinedPlan<Chip::gfx950, DataType::bf16>;
  std::vector<Mutant> out = MutantsOf<Single>()
                                .with("single_buffer_first_barrier_dropped",
                                      Dropped<Section::kernel, tags::barrier, 0>{}, Landing::early_reads)
                                .with("single_buffer_second_barrier_dropped",
                                      Dropped<Section::kernel, tags::barrier, 1>{}, Landing::early_reads)
                                .all();
  const auto add_pipelined = [&]<class Mutation>(const char* name, Mutation, Landing caught_by) {
    out.push_back({kernel_of<MutantPipelinePlan<Pipelined, Mutation>>(name), caught_by});
    out.back().verified = false;
  };
  add_pipelined("pipelined_vm_wait_dropped", DroppedStep<Action::wait, Counter::vm, 0>{}, Landing::early_reads);
  add_pipelined("pipelined_lgkm_wait_dropped", DroppedStep<Action::wait, Counter::lgkm, 0>{}, Landing::late);
  add_pipelined("pipelined_barrier_dropped", DroppedStep<Action::barrier, Counter::none, 0>{}, Landing::early_reads);
  return out;
}

}  // namespace stretto::cdna
