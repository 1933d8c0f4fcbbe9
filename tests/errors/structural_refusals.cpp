#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

namespace {

/// The block program of the small GEMM after a change by hand: for rules that a compiled body cannot break.
template <class Change>
Diagnostic verify_changed(Change&& change) {
  const VariableSchedule schedule;
  PipelineConfig config = schedule.config();
  PipelineProgram program =
      build_kernel_program(schedule.ops, detail::identity_order(schedule.ops.size()), config, schedule.knobs).value;
  change(program, config);
  return verify_schedule(program, config, schedule.knobs);
}

/// Three blocks a half, staggered wave groups; the middle block of half 1 prefetches stage 1 (op 13), which the next
/// block reads (op 15).
void prefetch_in_mid_half(VariableSchedule& s) {
  s.pipeline.n_mmas = 3;
  s.pipeline.warp_stagger = WarpStaggerRule::automatic();
  const Vector<OpDesc> ops = SmallGemm::costed_ops();
  s.ops.clear();
  for (int half = 0; half < 2; ++half) {
    const int first = 7 * half;
    for (int i : {0, 1, 2, 3, 4, 6}) s.ops.push_back(ops[first + i]);
    s.ops.push_back(half == 0 ? ops[0] : ops[12]);
    for (int i : {0, 6}) s.ops.push_back(ops[first + i]);
  }
}

}  // namespace

std::vector<Refusal> structural_refusals() {
  return {
      {"grid_of_another_size", {Rule::block_count, 4, 8}, compiling([](S& s) { s.pipeline.m_mmas = 2; })},
      {"two_mmas_in_a_block",
       {Rule::one_mma_per_block, 1, 1, {6}},
       [] {
         return verify_changed([](PipelineProgram& p, PipelineConfig&) { p.blocks[1].fused_mma = p.blocks[1].mma; });
       }},
      {"no_mma_in_a_block",
       {Rule::one_mma_per_block, 2, 1, {10}},
       [] { return verify_changed([](PipelineProgram& p, PipelineConfig&) { p.blocks[2].mma = OpDesc::none(); }); }},
      {"negative_manual_wait", {Rule::negative_wait, -1, 0, {6}}, compiling([](S& s) {
         s.knobs.auto_waits = false;
         s.knobs.wait_vm_last = -1;
       })},
      // A derived wait keeps the rule, and given ones are left to the verifier: so only by hand.
      {"first_wait_leaves_too_much",
       {Rule::first_lgkm_wait, 9, 8, {3}},
       [] {
         return verify_changed([](PipelineProgram& p, PipelineConfig& c) {
           c.lgkm_per_load_a = 8;
           p.blocks[0].entry_wait_lgkm = OpDesc::wait_lgkm(9);
         });
       }},
      // Enough loads for every block, unevenly dealt; redistribution deals them evenly, so only by hand.
      {"loads_unevenly_dealt",
       {Rule::loads_per_block, 2, 1, {3}},
       [] {
         return verify_changed([](PipelineProgram& p, PipelineConfig& c) {
           c.block_sizing.max_globals = 1;
           p.blocks[0].take_load(p.blocks[1].global_load, 4);
         });
       }},
      {"fragment_of_the_other_stage", {Rule::fragment_stage, 1, 0, {5}}, compiling([](S& s) { s.ops[5].stage = 1; })},
      {"nothing_is_prefetched", {Rule::no_prefetch, 0, 1}, compiling([](S& s) {
         for (OpDesc& op : s.ops) op.k_offset = KOffsetKind::k_prev;
       })},
      {"half_one_without_completion", {Rule::no_completion_load, 1, 0}, compiling([](S& s) { s.ops[7].stage = 1; })},
      {"staggered_waves_overwrite", {Rule::staggered_overwrite, 1, 0, {13, 15}}, compiling(prefetch_in_mid_half)},
  };
}

}  // namespace stretto::errors
