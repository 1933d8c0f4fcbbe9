// build_kernel_program: turns an ordered body into a block program with its waits.
#pragma once

#include <stretto/mojo/blocks/form_blocks.hpp>
#include <stretto/mojo/blocks/waits.hpp>

namespace stretto {

/// Fails if the blocks cannot hold the ops (form_blocks.hpp).
constexpr Result<PipelineProgram> build_kernel_program(const Vector<OpDesc>& body, const Vector<int>& order,
                                                       const PipelineConfig& config, const ScheduleConfig& knobs) {
  Result<Vector<MMABlockSpec>> formed = form_blocks(body, order);
  if (!formed.ok()) return formed.error;
  Result<Vector<MMABlockSpec>> spread = redistribute_globals(formed.value, config.block_sizing.max_globals);
  if (!spread.ok()) return spread.error;
  PipelineProgram program;
  program.blocks = spread.value;
  program.blocks_per_partition = config.blocks_per_partition();
  program.waits = {knobs.wait_lgkm_first, knobs.wait_vm_last};
  apply_knobs(program, config, knobs);
  if (knobs.auto_waits) derive_waits_from_blocks(program, config, knobs);
  return program;
}

}  // namespace stretto
