#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

namespace {

/// Annotates the small GEMM after one of its ops got another tag.
auto annotating(int op, int tag) {
  return [=] {
    Vector<OpDesc> ops = SmallGemm::declared_ops();
    ops[op].tag = tag;
    return annotate_ops(ops, SmallGemm::costs()).error;
  };
}

/// Annotates it with a cost for this tag.
auto annotating_with(int tag, const OpCost& cost) {
  return [=] {
    TargetCostModel costs = SmallGemm::costs();
    costs.set(tag, cost);
    return annotate_ops(SmallGemm::declared_ops(), costs).error;
  };
}

}  // namespace

std::vector<Refusal> body_refusals() {
  return {
      {"empty_body", {Rule::empty_body, 0, 1}, compiling([](S& s) { s.ops.clear(); })},
      {"tag_after_the_framework", {Rule::tag_out_of_range, 134, 127, {5}}, compiling([](S& s) { s.ops[5].tag = 134; })},
      {"negative_tag", {Rule::tag_out_of_range, -1, 127, {5}}, compiling([](S& s) { s.ops[5].tag = -1; })},
      {"tag_out_of_range_while_annotating", {Rule::tag_out_of_range, 200, 127, {9}}, annotating(9, 200)},
      {"cost_for_a_framework_tag",
       {Rule::tag_out_of_range, 128, 127},
       annotating_with(128, {ResourceKind::scalar, 1, OpRole::sync})},
      {"cost_for_a_negative_tag",
       {Rule::tag_out_of_range, -3, 127},
       annotating_with(-3, {ResourceKind::valu, 1, OpRole::valu_compute})},
      {"op_without_cost", {Rule::missing_cost, 77, 0, {4}}, annotating(4, 77)},
      {"pipe_without_cost",
       {Rule::missing_cost, 99, 0, {1}},
       [] { return annotate_pipe(pipe(OpDesc::barrier()) >> OpDesc::logical_op(99), SmallGemm::costs()).error; }},
      {"body_never_annotated", {Rule::missing_cost, load_a, 0, {0}}, compiling([](S& s) {
         s.ops = SmallGemm::declared_ops();
       })},
      {"stage_of_a_third_buffer", {Rule::stage_beyond_depth, 2, 1, {8}}, compiling([](S& s) { s.ops[8].stage = 2; })},
      {"negative_stage", {Rule::stage_beyond_depth, -1, 1, {0}}, compiling([](S& s) { s.ops[0].stage = -1; })},
      {"two_stages_in_one_buffer", {Rule::stage_beyond_depth, 1, 0, {0}}, compiling([](S& s) {
         s.pipeline.depth = 1;
       })},
  };
}

}  // namespace stretto::errors
