#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

namespace {

struct OneListOnly : VariableSchedule {
  [[nodiscard]] Vector<Vector<OpDesc>> build_explicit_blocks(const Vector<OpDesc>& body, const PipelineProgram&) const {
    Vector<Vector<OpDesc>> blocks;
    blocks.push_back(body);
    return blocks;
  }
};

/// Explicit blocks that leave out op 5 of the body.
struct LeavesOutOpFive : VariableSchedule {
  [[nodiscard]] Vector<Vector<OpDesc>> build_explicit_blocks(const Vector<OpDesc>& body,
                                                             const PipelineProgram& p) const {
    Vector<Vector<OpDesc>> blocks;
    for (const MMABlockSpec& block : p.blocks) {
      Vector<OpDesc> kept;
      for (const OpDesc& op : emit_minimal_barrier_block(block)) {
        if (!(op == body[5])) kept.push_back(op);
      }
      blocks.push_back(kept);
    }
    return blocks;
  }
};

/// Loses the entry of op 10 although the body has an equal op 3.
struct DropsOneOfTwoEqualOps : VariableSchedule {
  [[nodiscard]] Vector<ScheduleEntry> transform_kernel(const Vector<ScheduleEntry>& kernel,
                                                       const Vector<OpDesc>& body) const {
    Vector<ScheduleEntry> kept;
    int equal = 0;
    for (const ScheduleEntry& entry : kernel) {
      if (entry.op == body[10] && ++equal == 2) continue;
      kept.push_back(entry);
    }
    return kept;
  }
};

struct DropsAll : SingleBufferLoop {
  [[nodiscard]] Vector<ScheduleEntry> transform_kernel(const Vector<ScheduleEntry>&, const Vector<OpDesc>&) const {
    return {};
  }
};

/// With a positive max_globals the interleaving gives every block a load.
PipelineConfig one_load_a_block() {
  PipelineConfig config = SmallGemm::config();
  config.block_sizing.max_globals = 1;
  return config;
}

}  // namespace

std::vector<Refusal> block_refusals() {
  return {
      {"three_fragments_in_a_block", {Rule::too_many_fragments, 3, 2, {3}}, compiling([](S& s) {
         s.ops = first_half_in_order({0, 1, 2, 5, 3, 4, 6});
       })},
      {"three_loads_in_a_block", {Rule::too_many_loads, 3, 2, {9}}, compiling([](S& s) {
         s.ops[8] = s.ops[7];
         s.ops[9] = s.ops[7];
       })},
      {"vector_op_in_a_block", {Rule::op_lost, 0, 0, {4}}, compiling([](S& s) {
         s.ops[4].resource = ResourceKind::valu;
         s.ops[4].role = OpRole::valu_compute;
       })},
      {"load_after_the_last_compute", {Rule::op_lost, 0, 0, {13}}, compiling([](S& s) {
         std::swap(s.ops[11], s.ops[13]);
       })},
      // One load a block allowed, four blocks, five loads: op 8 finds no block.
      {"more_loads_than_blocks_take", {Rule::op_lost, 4, 1, {8}}, compiling([](S& s) {
         s.pipeline.block_sizing.max_globals = 1;
         s.ops[8] = s.ops[7];
       })},
      {"interleaving_a_vector_op",
       {Rule::op_lost, 0, 0, {4}},
       [] {
         Vector<OpDesc> ops = SmallGemm::costed_ops();
         ops[4].role = OpRole::valu_compute;
         return double_buffer_reorder(ops, one_load_a_block()).error;
       }},
      {"interleaving_a_fragment_that_no_mma_reads",
       {Rule::op_lost, 0, 0, {12}},
       [] {
         Vector<OpDesc> ops = SmallGemm::costed_ops();
         ops[12].subtile = 7;
         return double_buffer_reorder(ops, one_load_a_block()).error;
       }},
      {"single_buffer_order_of_a_vector_op",
       {Rule::op_lost, 0, 0, {4}},
       [] {
         Vector<OpDesc> ops = SmallGemm::costed_ops();
         ops[4].role = OpRole::valu_compute;
         return Result<Vector<OpDesc>>(single_buffer_reorder(ops, mi355x_single_buffer())).error;
       }},
      {"explicit_blocks_without_op_five",
       {Rule::op_lost, read_b, 0, {5}},
       [] { return try_compile(LeavesOutOpFive{}).error; }},
      {"transform_without_the_second_of_two_equal_ops",
       {Rule::op_lost, multiply, 0, {10}},
       [] { return try_compile(DropsOneOfTwoEqualOps{}).error; }},
      {"single_buffer_transform_without_ops",
       {Rule::op_lost, single_buffer_tags::compute, 0, {0}},
       [] { return try_compile(DropsAll{}).error; }},
      {"one_list_for_four_blocks", {Rule::explicit_block_count, 1, 4}, [] { return try_compile(OneListOnly{}).error; }},
  };
}

}  // namespace stretto::errors
