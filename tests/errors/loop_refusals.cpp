// What is refused of a declared loop.
#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/pipeline.hpp>

#include "refusal.hpp"

namespace stretto::errors {

namespace {

template <class Change>
Diagnostic refused(Change change, const Gpu& gpu = targets::h200) {
  Loop loop = loops::gemm({});
  change(loop);
  return make_pipeline(loop, gpu).error;
}

/// A GEMM whose roles the author declares.
template <class Change>
Diagnostic with_roles(Change change, const Gpu& gpu = targets::h200) {
  Loop loop = loops::gemm({});
  loop.role("producer", 1);
  loop.role("consumer", 2);
  loop.ops[0].role = loop.ops[1].role = 0;
  loop.ops[2].role = 1;
  change(loop);
  return make_pipeline(loop, gpu).error;
}

/// A loop in a cluster that loads and stores one tile.
Diagnostic multicast_copy() {
  Loop loop = loops::copy(16384, 256);
  loop.cluster = 2;
  loop.ops[0].multicast = true;
  return make_pipeline(loop, targets::h200).error;
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
       static_cast<int>(DataType::fp8),
       0,
       {2},
       [] { return refused([](Loop& l) { l.ops[2].type = DataType::fp8; }, targets::a100); }},
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
           l.shared("D", 64);
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
      {"role_of_a_loop", Rule::no_such_role, 3, 0, {1}, [] { return refused([](Loop& l) { l.ops[1].role = 3; }); }},
      {"buffers_of_a_loop",
       Rule::duplicate_name,
       1,
       0,
       {},
       [] { return refused([](Loop& l) { l.buffers[1].name = "A"; }); }},
      {"ops_of_a_loop",
       Rule::duplicate_name,
       1,
       0,
       {1},
       [] { return refused([](Loop& l) { l.ops[1].name = "load A"; }); }},
      {"buffer_of_a_loop", Rule::unused_buffer, 3, 0, {}, [] { return refused([](Loop& l) { l.shared("D", 64); }); }},
      {"buffer_of_a_loop",
       Rule::empty_buffer,
       0,
       1,
       {},
       [] { return refused([](Loop& l) { l.buffers[0].bytes = 0; }); }},
      {"load_of_a_loop",
       Rule::load_without_buffer,
       0,
       1,
       {3},
       [] { return refused([](Loop& l) { l.load("load D"); }); }},
      {"compute_of_a_loop", Rule::no_work, 0, 1, {3}, [] { return refused([](Loop& l) { l.compute("rest", 0); }); }},
      {"multiply_of_a_loop",
       Rule::work_too_large,
       1 << 20,
       max_extent,
       {2},
       [] { return refused([](Loop& l) { l.ops[2].m = l.ops[2].n = l.ops[2].k = 1 << 20; }); }},
      {"compute_of_a_loop",
       Rule::work_too_large,
       0x7fffffff,
       1 << 20,
       {3},
       [] { return refused([](Loop& l) { l.compute("rest", 1L << 60); }); }},
      {"multiply_of_a_loop",
       Rule::tile_shape,
       1,
       64,
       {2},
       [] { return refused([](Loop& l) { l.ops[2].m = l.ops[2].n = l.ops[2].k = 1; }); }},
      {"load_of_a_loop", Rule::copy_size, 3, 16, {0}, [] { return refused([](Loop& l) { l.buffers[0].bytes = 3; }); }},
      {"accumulator_of_a_loop",
       Rule::accumulator_read,
       2,
       0,
       {3},
       [] {
         return refused([](Loop& l) {
           l.compute("look", 1024);
           l.accesses.push_back({3, 2, LoopMode::read, 0});
         });
       }},
      {"roles_of_a_loop",
       Rule::roles_not_supported,
       2,
       0,
       {},
       [] { return with_roles([](Loop&) {}, targets::mi355x); }},
      {"roles_of_a_loop",
       Rule::op_without_role,
       0,
       0,
       {2},
       [] {
         return with_roles([](Loop& l) {
           l.ops[2].role = -1;
           l.ops[1].role = 1;
         });
       }},
      {"roles_of_a_loop",
       Rule::role_without_ops,
       2,
       0,
       {},
       [] { return with_roles([](Loop& l) { l.role("idle", 1); }); }},
      {"roles_of_a_loop", Rule::role_waves, 3, 2, {}, [] { return with_roles([](Loop& l) { l.roles[1].waves = 3; }); }},
      {"roles_of_a_loop",
       Rule::duplicate_name,
       1,
       0,
       {},
       [] { return with_roles([](Loop& l) { l.roles[1].name = "producer"; }); }},
      {"operand_of_a_loop",
       Rule::older_slot,
       1,
       0,
       {2},
       [] { return refused([](Loop& l) { l.accesses[2].distance = 1; }); }},
      {"attention_on_B200",
       Rule::registers_of_another_role,
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
      {"cluster_of_a_loop", Rule::count_below_one, 0, 1, {}, [] { return refused([](Loop& l) { l.cluster = 0; }); }},
      {"cluster_of_a_loop", Rule::count_too_large, 16, 8, {}, [] { return refused([](Loop& l) { l.cluster = 16; }); }},
      {"cluster_on_A100",
       Rule::target_has_no_clusters,
       2,
       1,
       {},
       [] { return refused([](Loop& l) { l.cluster = 2; }, targets::a100); }},
      {"cluster_of_a_loop",
       Rule::counts_do_not_divide,
       32768,
       3,
       {1},
       [] {
         return refused([](Loop& l) {
           l.cluster = 3;
           l.ops[1].multicast = true;
         });
       }},
      {"load_of_a_loop",
       Rule::multicast_without_cluster,
       1,
       2,
       {1},
       [] { return refused([](Loop& l) { l.ops[1].multicast = true; }); }},
      {"multiplication_of_a_loop",
       Rule::multicast_without_cluster,
       2,
       2,
       {2},
       [] {
         return refused([](Loop& l) {
           l.cluster = 2;
           l.ops[2].multicast = true;
         });
       }},
      {"copy_in_a_cluster", Rule::multicast_to_itself, 0, 0, {1}, multicast_copy},
      {"tile_of_a_loop",
       Rule::storage_exceeds_capacity,
       1081344,
       232448,
       {},
       [] { return refused([](Loop& l) { l.buffers[0].bytes = 1 << 20; }); }},
  };
}

}  // namespace stretto::errors
