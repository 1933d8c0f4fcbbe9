// The structural checks that the Mojo package runs on a block program. Each rule is one function. They run in every
// build, not only as debug assertions.
#pragma once

#include <stretto/mojo/blocks/waits.hpp>

namespace stretto {

namespace detail {

/// The inputs of a check.
struct StructuralView {
  const PipelineProgram& program;
  const PipelineConfig& config;
  const ScheduleConfig& knobs;

  [[nodiscard]] constexpr int blocks() const { return program.blocks.size(); }
  [[nodiscard]] constexpr const MMABlockSpec& block(int b) const { return program.blocks[b]; }
};

constexpr Diagnostic check_block_count(const StructuralView& v) {
  if (v.blocks() != v.config.total_blocks()) return {Rule::block_count, v.blocks(), v.config.total_blocks()};
  return {};
}

constexpr Diagnostic check_one_mma_per_block(const StructuralView& v) {
  for (int b = 0; b < v.blocks(); ++b) {
    const MMABlockSpec& block = v.block(b);
    if (block.mma.role != OpRole::compute || block.fused_mma.present()) {
      return Diagnostic(Rule::one_mma_per_block, b, 1).with_op(block.mma_index);
    }
  }
  return {};
}

constexpr Diagnostic check_waits(const StructuralView& v) {
  for (int b = 0; b < v.blocks(); ++b) {
    const MMABlockSpec& block = v.block(b);
    for (const OpDesc* wait : {&block.entry_wait, &block.entry_wait_lgkm, &block.pre_sync}) {
      if (wait->wait_value < 0) {
        return Diagnostic(Rule::negative_wait, wait->wait_value, 0).with_op(block.mma_index);
      }
    }
  }
  return {};
}

/// The lgkm wait at the head of a half may leave no more pending than that block's own loads. The check needs a
/// channel's cost, and it is about derived waits: the verifier judges those that are given.
constexpr Diagnostic check_first_lgkm_wait(const StructuralView& v) {
  if (!v.knobs.auto_waits) return {};
  const bool known = v.config.lgkm_per_load_a > 0 || v.config.lgkm_per_load_b > 0 || v.knobs.lgkm_per_load_a > 0 ||
                     v.knobs.lgkm_per_load_b > 0;
  for (int b = 0; known && b < v.blocks(); b += v.program.blocks_per_partition) {
    const MMABlockSpec& block = v.block(b);
    const int own = lgkm_cost_of_loads(block, v.config, v.knobs);
    for (const OpDesc* wait : {&block.entry_wait_lgkm, &block.pre_sync}) {
      if (wait->tag == tags::wait_lgkm && wait->wait_value > own) {
        return Diagnostic(Rule::first_lgkm_wait, wait->wait_value, own).with_op(block.mma_index);
      }
    }
  }
  return {};
}

constexpr Diagnostic check_loads_per_block(const StructuralView& v) {
  const int wanted = v.config.block_sizing.max_globals;
  int total = 0;
  for (int b = 0; b < v.blocks(); ++b) total += v.block(b).load_count();
  if (wanted <= 0 || total < wanted * v.blocks()) return {};
  for (int b = 0; b < v.blocks(); ++b) {
    const int count = v.block(b).load_count();
    if (count != wanted) return Diagnostic(Rule::loads_per_block, count, wanted).with_op(v.block(b).mma_index);
  }
  return {};
}

constexpr Diagnostic check_fragment_stages(const StructuralView& v) {
  if (v.config.cross_stage_rotation) return {};
  for (int b = 0; b < v.blocks(); ++b) {
    const int half = v.program.partition(b);
    const OpDesc* fragments[] = {&v.block(b).pre_op_0, &v.block(b).pre_op_1};
    for (int i = 0; i < 2; ++i) {
      if (fragments[i]->present() && fragments[i]->stage != half) {
        return Diagnostic(Rule::fragment_stage, fragments[i]->stage, half).with_op(v.block(b).fragment_index[i]);
      }
    }
  }
  return {};
}

constexpr Diagnostic check_some_prefetch(const StructuralView& v) {
  for (int b = 0; b < v.blocks(); ++b) {
    if (v.block(b).global_load_prefetch || v.block(b).global_load_1_prefetch) return {};
  }
  return {Rule::no_prefetch, 0, 1};
}

constexpr Diagnostic check_completion_loads(const StructuralView& v) {
  if (v.config.cross_stage_rotation) return {};
  for (int half = 0; half < v.config.num_partitions; ++half) {
    bool found = false;
    for (int b = 0; b < v.blocks() && !found; ++b) {
      if (v.program.partition(b) != half) continue;
      for (const OpDesc* load : {&v.block(b).global_load, &v.block(b).global_load_1}) {
        if (load->present() && load->stage != half) found = true;
      }
    }
    if (!found) return {Rule::no_completion_load, half, 0};
  }
  return {};
}

/// The other group runs one barrier behind, so it may still read the stage that a mid-half prefetch overwrites.
constexpr Diagnostic check_staggered_overwrite(const StructuralView& v) {
  if (!v.config.warp_stagger.enabled || v.config.block_sizing.max_globals != 0) return {};
  for (int b = 0; b < v.blocks(); ++b) {
    const int position = v.program.position(b);
    const bool mid_half = position > 0 && position < v.program.blocks_per_partition - 1;
    if (!mid_half) continue;
    const OpDesc* loads[] = {&v.block(b).global_load, &v.block(b).global_load_1};
    const OpDesc* fragments[] = {&v.block(b + 1).pre_op_0, &v.block(b + 1).pre_op_1};
    for (int l = 0; l < 2; ++l) {
      for (int f = 0; f < 2; ++f) {
        if (!loads[l]->is_prefetch() || !fragments[f]->present() || fragments[f]->stage != loads[l]->stage) continue;
        return Diagnostic(Rule::staggered_overwrite, loads[l]->stage, 0)
            .with_op(v.block(b).load_index[l])
            .with_op(v.block(b + 1).fragment_index[f]);
      }
    }
  }
  return {};
}

}  // namespace detail

/// Runs the structural checks in order and returns the first violation, or none.
constexpr Diagnostic verify_schedule(const PipelineProgram& program, const PipelineConfig& config,
                                     const ScheduleConfig& knobs) {
  constexpr Diagnostic (*checks[])(const detail::StructuralView&) = {
      detail::check_block_count,     detail::check_one_mma_per_block, detail::check_waits,
      detail::check_first_lgkm_wait, detail::check_loads_per_block,   detail::check_fragment_stages,
      detail::check_some_prefetch,   detail::check_completion_loads,  detail::check_staggered_overwrite};
  const detail::StructuralView view{program, config, knobs};
  for (auto check : checks) {
    if (const Diagnostic diagnostic = check(view)) return diagnostic;
  }
  return {};
}

}  // namespace stretto
