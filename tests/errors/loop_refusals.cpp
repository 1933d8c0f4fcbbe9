// What is refused of a declared loop.
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/pipeline.hpp>
#include <stretto/targets/a100.hpp>
#include <stretto/targets/b200.hpp>
#include <stretto/targets/h200.hpp>

#include "refusal.hpp"

namespace stretto::errors {

namespace {

template <class Change>
Diagnostic refused(Change change, const Gpu& gpu = targets::h200) {
  Loop loop = loops::gemm({});
  change(loop);
  return make_pipeline(loop, gpu).error;
}

Diagnostic persistent_on(const Gpu& gpu) {
  PipelineOptions options;
  options.persistent = true;
  return make_pipeline(loops::gemm({}), gpu, options).error;
}

}  // namespace

std::vector<Refusal> loop_refusals() {
  return {
      {"loop", Rule::empty_body, 0, 1, {}, [] { return make_pipeline(Loop("nothing"), targets::h200).error; }},
      {"fp8_on_A100",
       Rule::target_lacks,
       static_cast<int>(NumberType::fp8),
       0,
       {2},
       [] { return refused([](Loop& l) { l.ops[2].type = NumberType::fp8; }, targets::a100); }},
      {"buffer_of_a_loop",
       Rule::written_twice,
       0,
       2,
       {0},
       [] { return refused([](Loop& l) { l.accesses[1].buffer = 0; }); }},
      {"buffer_of_a_loop",
       Rule::never_written,
       3,
       0,
       {2},
       [] {
         return refused([](Loop& l) {
           l.buffers.push_back(l.buffers[1]);
           l.accesses[3].buffer = 3;
         });
       }},
      {"threads_of_a_loop",
       Rule::counts_do_not_divide,
       192,
       128,
       {},
       [] { return refused([](Loop& l) { l.threads = 192; }); }},
      {"distance_of_a_loop",
       Rule::negative_loop_distance,
       -1,
       0,
       {2},
       [] { return refused([](Loop& l) { l.accesses[2].distance = -1; }); }},
      {"lingering_of_an_op",
       Rule::negative_count,
       -1,
       0,
       {2},
       [] { return refused([](Loop& l) { l.ops[2].lingers = -1; }); }},
      {"agent_of_a_loop", Rule::no_waves, 3, 0, {1}, [] { return refused([](Loop& l) { l.ops[1].agent = 3; }); }},
      {"operand_of_a_loop",
       Rule::older_slot,
       1,
       0,
       {2},
       [] { return refused([](Loop& l) { l.accesses[2].distance = 1; }); }},
      {"attention_on_B200",
       Rule::registers_of_another_agent,
       2,
       0,
       {3},
       [] { return make_pipeline(loops::flash_attention({}), targets::b200).error; }},
      {"sums_of_a_loop",
       Rule::registers_do_not_turn,
       2,
       1,
       {},
       [] { return refused([](Loop& l) { l.buffers[2].slots = 2; }); }},
      {"in_tensor_memory", Rule::persistent_sums, 2, 0, {2}, [] { return persistent_on(targets::b200); }},
      {"tile_of_a_loop",
       Rule::storage_exceeds_capacity,
       1081344,
       232448,
       {},
       [] { return refused([](Loop& l) { l.buffers[0].bytes = 1 << 20; }); }},
  };
}

}  // namespace stretto::errors
