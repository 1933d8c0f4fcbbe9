// What is refused of a declared loop.
#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/schedule_constant.hpp>

#include "refusal.hpp"

namespace stretto::errors {

namespace {

/// Makes a pipeline of the loop after a change.
template <class Change>
auto pipelining(const Loop& of, Change change, const Gpu& gpu = targets::h200) {
  return [=] {
    Loop loop = of;
    change(loop);
    return make_pipeline(loop, gpu).error;
  };
}
template <class Change>
auto pipelining(Change change, const Gpu& gpu = targets::h200) {
  return pipelining(loops::gemm({}), change, gpu);
}

/// The same for flash attention.
template <class Change>
auto attending(Change change) {
  return pipelining(loops::flash_attention({}), change);
}

/// A GEMM whose roles the author declares.
Loop with_roles() {
  Loop loop = loops::gemm({});
  loop.role("producer", 1);
  loop.role("consumer", 2);
  loop.ops[0].role = loop.ops[1].role = 0;
  loop.ops[2].role = 1;
  return loop;
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

/// A plan for a GEMM, made for another loop, with a wrong seal, or with a start that is too early.
Diagnostic given(unsigned long wrong_fingerprint, unsigned long wrong_seal, long too_early) {
  const Loop loop = loops::gemm({});
  const Pipeline made = make_pipeline(loop, targets::h200).value;
  GivenSchedule<4, 2> plan;
  plan.made_for = fingerprint(loop, targets::h200) + wrong_fingerprint;
  plan.ii = made.schedule.ii;
  for (int i = 0; i < 4; ++i) plan.starts[i] = made.schedule.starts[i];
  for (int i = 0; i < 2; ++i) plan.slots[i] = made.schedule.slots[i];
  plan.starts[2] -= too_early;
  plan.seal = seal_of(plan) + wrong_seal;
  return detail::checked_plan(plan, loop, targets::h200, {}).error;
}

/// A program with this many roles, each with this many steps, and accesses.
WaveProgram program_of(int roles, int steps, int accesses) {
  WaveProgram program;
  program.tiles_per_trip = 1;
  for (int r = 0; r < roles; ++r) {
    Role role;
    role.steps.kernel.resize(steps);
    program.roles.push_back(role);
  }
  program.accesses.resize(accesses);
  return program;
}

/// What does not fit into a constant: of a program, and of this many for few iterations.
Diagnostic constant_of(const WaveProgram& program, int few = 0) {
  Pipeline pipe;
  pipe.program = program;
  for (int i = 0; i < few; ++i) pipe.few.push_back(program);
  const Diagnostic of_kernel = detail::static_pipeline(pipe).error;
  return of_kernel ? of_kernel : detail::PlainProgramsWriter().write(pipe);
}

}  // namespace

std::vector<Refusal> loop_refusals() {
  return {
      {"loop", {Rule::empty_body, 0, 1}, [] { return make_pipeline(Loop("nothing"), targets::h200).error; }},
      {"fp8_on_A100",
       {Rule::target_lacks, static_cast<int>(DataType::fp8), 0, {2}},
       pipelining([](Loop& l) { l.ops[2].type = DataType::fp8; }, targets::a100)},
      {"buffer_of_a_loop", {Rule::written_twice, 0, 2, {0}}, pipelining([](Loop& l) { l.accesses[1].buffer = 0; })},
      {"roles_of_a_loop",
       {Rule::sum_in_two_places, 2, 0, {2, 3}},
       pipelining(with_roles(),
                  [](Loop& l) {
                    l.role("other", 2);
                    l.ops.push_back(l.ops[2]);
                    l.ops[3].name = "again";
                    l.ops[3].role = 2;
                    for (const int a : {2, 3, 4}) {
                      l.accesses.push_back(l.accesses[a]);
                      l.accesses.back().op = 3;
                    }
                  })},
      {"buffer_of_a_loop", {Rule::never_written, 3, 0, {2}}, pipelining([](Loop& l) {
         l.shared("D", 64);
         l.accesses[3].buffer = 3;
       })},
      {"threads_of_a_loop", {Rule::thread_count, 192, 128}, pipelining([](Loop& l) { l.threads = 192; })},
      {"too_many_threads_of_a_loop", {Rule::thread_count, 1 << 30, 1024}, pipelining([](Loop& l) {
         l.threads = 1 << 30;
       })},
      {"groups_of_a_loop", {Rule::group_count, 2, 3}, pipelining([](Loop& l) { l.groups = 3; })},
      {"no_groups_of_a_loop", {Rule::group_count, 2, 0}, pipelining([](Loop& l) { l.groups = 0; })},
      {"fragments_of_a_loop",
       {Rule::fragment_step_count, 1 << 20, max_count},
       pipelining([](Loop& l) { l.fragment_steps = 1 << 20; }, targets::a100)},
      {"no_fragments_of_a_loop",
       {Rule::fragment_step_count, 0, 1},
       pipelining([](Loop& l) { l.fragment_steps = 0; }, targets::a100)},
      {"buffer_of_another_loop", {Rule::no_such_buffer, 17, 3, {0}}, pipelining([](Loop& l) {
         l.accesses[0].buffer = 17;
       })},
      {"slots_of_a_loop", {Rule::count_too_large, 1 << 20, 1 << 14}, pipelining([](Loop& l) {
         l.buffers[0].slots = 1 << 20;
       })},
      {"distance_of_a_loop", {Rule::count_too_large, 1 << 20, 1 << 14, {2}}, pipelining([](Loop& l) {
         l.accesses[2].distance = 1 << 20;
       })},
      {"distance_of_a_loop", {Rule::negative_loop_distance, -1, 0, {2}}, pipelining([](Loop& l) {
         l.accesses[2].distance = -1;
       })},
      {"lingering_of_an_op", {Rule::negative_cycles, -1, 0, {2}}, pipelining([](Loop& l) { l.ops[2].lingers = -1; })},
      {"compute_of_a_loop", {Rule::negative_operations, -5, 0, {3}}, pipelining([](Loop& l) {
         l.compute("rest", -5);
       })},
      {"long_compute_of_a_loop", {Rule::negative_operations, -0x7fffffff, 0, {3}}, pipelining([](Loop& l) {
         l.compute("rest", -(1L << 40));
       })},
      {"compute_of_a_loop", {Rule::negative_exponentials, -6, 0, {3}}, pipelining([](Loop& l) {
         l.compute("rest", 5).exponentials(-6);
       })},
      {"compute_of_a_loop", {Rule::negative_cycles, -7, 0, {3}}, pipelining([](Loop& l) {
         l.compute("rest", 5).takes(-7);
       })},
      {"buffer_of_a_loop", {Rule::negative_bytes, -8, 0}, pipelining([](Loop& l) { l.buffers[0].bytes = -8; })},
      {"buffer_of_a_loop", {Rule::negative_slots, -9, 0}, pipelining([](Loop& l) { l.buffers[0].slots = -9; })},
      {"buffer_of_a_loop", {Rule::negative_parts, -2, 0}, pipelining([](Loop& l) { l.buffers[0].parts = -2; })},
      {"role_of_a_loop", {Rule::no_such_role, 3, 0, {1}}, pipelining([](Loop& l) { l.ops[1].role = 3; })},
      {"negative_role_of_a_loop", {Rule::no_such_role, -5, 0, {1}}, pipelining([](Loop& l) { l.ops[1].role = -5; })},
      {"buffers_of_a_loop", {Rule::duplicate_name, 1, 0}, pipelining([](Loop& l) { l.buffers[1].name = "A"; })},
      {"ops_of_a_loop", {Rule::duplicate_name, 1, 0, {1}}, pipelining([](Loop& l) { l.ops[1].name = "load A"; })},
      {"buffer_of_a_loop", {Rule::unused_buffer, 3, 0}, pipelining([](Loop& l) { l.shared("D", 64); })},
      {"buffer_of_a_loop", {Rule::empty_buffer, 0, 1}, pipelining([](Loop& l) { l.buffers[0].bytes = 0; })},
      {"load_of_a_loop", {Rule::load_without_buffer, 0, 1, {3}}, pipelining([](Loop& l) { l.load("load D"); })},
      {"load_of_a_loop", {Rule::never_read, 3, 0, {3}}, pipelining([](Loop& l) {
         const LoopBufferRef unread = l.shared("D", 64);
         l.load("load D").writes(unread);
       })},
      {"compute_of_a_loop", {Rule::no_work, 0, 1, {3}}, pipelining([](Loop& l) { l.compute("rest", 0); })},
      {"multiply_of_a_loop", {Rule::work_too_large, 1 << 20, max_extent, {2}}, pipelining([](Loop& l) {
         l.ops[2].m = l.ops[2].n = l.ops[2].k = 1 << 20;
       })},
      {"compute_of_a_loop", {Rule::work_too_large, 0x7fffffff, 1 << 20, {3}}, pipelining([](Loop& l) {
         l.compute("rest", 1L << 60);
       })},
      {"multiply_of_a_loop", {Rule::tile_shape, 1, 64, {2}}, pipelining([](Loop& l) {
         l.ops[2].m = l.ops[2].n = l.ops[2].k = 1;
       })},
      {"load_of_a_loop", {Rule::copy_size, 3, 16, {0}}, pipelining([](Loop& l) { l.buffers[0].bytes = 3; })},
      {"accumulator_of_a_loop", {Rule::accumulator_read, 2, 0, {3}}, pipelining([](Loop& l) {
         l.compute("look", 1024);
         l.accesses.push_back({3, 2, LoopMode::read, 0});
       })},
      {"roles_of_a_loop",
       {Rule::roles_not_supported, 2, 0},
       pipelining(
           with_roles(), [](Loop&) {}, targets::mi355x)},
      {"roles_of_a_loop",
       {Rule::op_without_role, 0, 0, {2}},
       pipelining(with_roles(),
                  [](Loop& l) {
                    l.ops[2].role = -1;
                    l.ops[1].role = 1;
                  })},
      {"roles_of_a_loop", {Rule::role_without_ops, 2, 0}, pipelining(with_roles(), [](Loop& l) { l.role("idle", 1); })},
      {"in_tensor_memory",
       {Rule::multiplying_waves, 2, 1},
       pipelining(
           with_roles(), [](Loop&) {}, targets::b200)},
      {"roles_of_a_loop", {Rule::role_waves, 3, 2}, pipelining(with_roles(), [](Loop& l) { l.roles[1].waves = 3; })},
      {"roles_of_a_loop",
       {Rule::duplicate_name, 1, 0},
       pipelining(with_roles(), [](Loop& l) { l.roles[1].name = "producer"; })},
      {"operand_of_a_loop", {Rule::older_slot, 1, 0, {2}}, pipelining([](Loop& l) { l.accesses[2].distance = 1; })},
      {"attention_on_B200",
       {Rule::registers_of_another_role, 2, 0, {3}},
       [] { return make_pipeline(loops::flash_attention({}), targets::b200).error; }},
      {"sums_of_a_loop", {Rule::register_slots, 2, 1}, pipelining([](Loop& l) { l.buffers[2].slots = 2; })},
      {"value_of_a_loop", {Rule::in_place_of_shared, 0, 0}, attending([](Loop& l) { l.buffers[3].in_place_of = 0; })},
      {"value_of_a_loop", {Rule::in_place_of_nothing, 4, 3}, attending([](Loop& l) { l.buffers[3].in_place_of = 4; })},
      {"value_of_a_loop", {Rule::replaced_without_reading, 2, 0, {3}}, attending([](Loop& l) {
         l.accesses[4].buffer = 7;
       })},
      {"value_of_a_loop", {Rule::replaced_twice, 3, 6}, attending([](Loop& l) { l.buffers[6].in_place_of = 2; })},
      {"value_of_a_loop", {Rule::read_after_replaced, 2, 3, {4}}, attending([](Loop& l) {
         l.accesses.push_back({4, 2, LoopMode::read, 0});
       })},
      {"of_another_loop", {Rule::plan_is_stale, 0, 0}, [] { return given(1, 0, 0); }},
      {"of_another_start", {Rule::plan_was_edited, 0, 0}, [] { return given(0, 1, 0); }},
      {"too_early",
       {Rule::plan_breaks_constraint, static_cast<int>(ModuloBreach::edge), 0},
       [] { return given(0, 0, 1); }},
      {"as_a_constant",
       {Rule::too_many_planned_ops, 193, 192},
       [] {
         ModuloResult schedule;
         schedule.starts.resize(193, 0);
         return detail::plain(schedule).error;
       }},
      {"as_a_constant", {Rule::too_many_roles, 9, 8}, [] { return constant_of(program_of(9, 1, 0)); }},
      {"as_a_constant", {Rule::too_many_programs, 9, 8}, [] { return constant_of(program_of(1, 1, 0), 8); }},
      {"as_a_constant", {Rule::too_many_entries, 1025, 1024}, [] { return constant_of(program_of(1, 2000, 0)); }},
      {"as_a_constant", {Rule::too_many_accesses, 2100, 2048}, [] { return constant_of(program_of(1, 1, 2100)); }},
      {"as_a_constant",
       {Rule::too_many_buffers, 65, 64},
       [] {
         Pipeline pipe;
         pipe.slots.resize(65, 1);
         return detail::static_pipeline(pipe).error;
       }},
      {"as_a_constant",
       {Rule::too_many_barriers, 65, 64},
       [] {
         WaveProgram program = program_of(1, 1, 0);
         program.phase_barriers.resize(65);
         return constant_of(program);
       }},
      {"in_tensor_memory", {Rule::persistent_sums, 2, 0, {2}}, [] { return persistent_on(targets::b200); }},
      {"cluster_of_a_loop", {Rule::cluster_size, 0, 1}, pipelining([](Loop& l) { l.cluster = 0; })},
      {"large_cluster_of_a_loop", {Rule::cluster_size, 16, 8}, pipelining([](Loop& l) { l.cluster = 16; })},
      {"cluster_on_A100",
       {Rule::target_has_no_clusters, 2, 1},
       pipelining([](Loop& l) { l.cluster = 2; }, targets::a100)},
      {"cluster_of_a_loop", {Rule::multicast_size, 32768, 3, {1}}, pipelining([](Loop& l) {
         l.cluster = 3;
         l.ops[1].multicast = true;
       })},
      {"load_of_a_loop", {Rule::multicast_without_cluster, 1, 2, {1}}, pipelining([](Loop& l) {
         l.ops[1].multicast = true;
       })},
      {"multiplication_of_a_loop", {Rule::multicast_without_cluster, 2, 2, {2}}, pipelining([](Loop& l) {
         l.cluster = 2;
         l.ops[2].multicast = true;
       })},
      {"copy_in_a_cluster", {Rule::multicast_to_itself, 0, 0, {1}}, multicast_copy},
      {"tile_of_a_loop", {Rule::storage_exceeds_capacity, 1081344, 232448}, pipelining([](Loop& l) {
         l.buffers[0].bytes = 1 << 20;
       })},
  };
}

}  // namespace stretto::errors
