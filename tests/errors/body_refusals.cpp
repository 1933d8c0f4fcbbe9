#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

std::vector<Refusal> body_refusals() {
  return {
      {"empty_body", Rule::empty_body, 0, 1, {}, [] { return compile_changed([](S& s) { s.ops.clear(); }); }},
      {"tag_after_the_framework",
       Rule::tag_out_of_range,
       134,
       127,
       {5},
       [] { return compile_changed([](S& s) { s.ops[5].tag = 134; }); }},
      {"negative_tag",
       Rule::tag_out_of_range,
       -1,
       127,
       {5},
       [] { return compile_changed([](S& s) { s.ops[5].tag = -1; }); }},
      {"tag_out_of_range_while_annotating",
       Rule::tag_out_of_range,
       200,
       127,
       {9},
       [] {
         Vector<OpDesc> ops = SmallGemm::declared_ops();
         ops[9].tag = 200;
         return annotate_ops(ops, SmallGemm::costs()).error;
       }},
      {"cost_for_a_framework_tag",
       Rule::tag_out_of_range,
       128,
       127,
       {},
       [] {
         TargetCostModel costs = SmallGemm::costs();
         costs.set(128, {ResourceKind::scalar, 1, OpRole::sync});
         return annotate_ops(SmallGemm::declared_ops(), costs).error;
       }},
      {"cost_for_a_negative_tag",
       Rule::tag_out_of_range,
       -3,
       127,
       {},
       [] {
         TargetCostModel costs = SmallGemm::costs();
         costs.set(-3, {ResourceKind::valu, 1, OpRole::valu_compute});
         return annotate_ops(SmallGemm::declared_ops(), costs).error;
       }},
      {"op_without_cost",
       Rule::missing_cost,
       77,
       0,
       {4},
       [] {
         Vector<OpDesc> ops = SmallGemm::declared_ops();
         ops[4].tag = 77;
         return annotate_ops(ops, SmallGemm::costs()).error;
       }},
      {"pipe_without_cost",
       Rule::missing_cost,
       99,
       0,
       {1},
       [] { return annotate_pipe(pipe(OpDesc::barrier()) >> OpDesc::logical_op(99), SmallGemm::costs()).error; }},
      {"body_never_annotated",
       Rule::missing_cost,
       load_a,
       0,
       {0},
       [] { return compile_changed([](S& s) { s.ops = SmallGemm::declared_ops(); }); }},
      {"stage_of_a_third_buffer",
       Rule::stage_beyond_depth,
       2,
       1,
       {8},
       [] { return compile_changed([](S& s) { s.ops[8].stage = 2; }); }},
      {"negative_stage",
       Rule::stage_beyond_depth,
       -1,
       1,
       {0},
       [] { return compile_changed([](S& s) { s.ops[0].stage = -1; }); }},
      {"two_stages_in_one_buffer",
       Rule::stage_beyond_depth,
       1,
       0,
       {0},
       [] { return compile_changed([](S& s) { s.pipeline.depth = 1; }); }},
  };
}

}  // namespace stretto::errors
