// What is refused of a declared loop.
#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/schedule_constant.hpp>

#include "refusal.hpp"

namespace stretto::errors {

namespace {

/// Makes a pipeline of a loop after a change.
template <class Change>
struct Pipelining {
  Loop of;
  Change change;
  Gpu gpu;

  [[nodiscard]] Loop loop() const {
    Loop changed = of;
    change(changed);
    return changed;
  }
  Diagnostic operator()() const { return make_pipeline(loop(), gpu).error; }
};

template <class Change>
auto pipelining(const Loop& of, Change change, const Gpu& gpu = targets::h200) {
  return Pipelining<Change>{of, change, gpu};
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
      {"loop", {Rule::empty_body, 0, 0}, [] { return make_pipeline(Loop("nothing"), targets::h200).error; }},
      {"fp8_on_A100",
       {Rule::target_lacks, 0, 0, {2}, R"(; op "multiply")"},
       pipelining([](Loop& l) { l.ops[2].type = DataType::fp8; }, targets::a100)},
      {"buffer_of_a_loop", {Rule::written_twice, 2, 1, {0}, R"(; op "load A"; buffer "A")"}, pipelining([](Loop& l) {
         l.accesses[1].buffer = 0;
       })},
      {"roles_of_a_loop",
       {Rule::sum_in_two_places, 0, 0, {2, 3}, R"(; ops "multiply", "again"; buffer "C")"},
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
      {"buffer_of_a_loop", {Rule::never_written, 0, 0, {2}, R"(; op "multiply"; buffer "D")"}, pipelining([](Loop& l) {
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
       {Rule::fragment_step_count, 1 << 20, max_fragment_steps},
       pipelining([](Loop& l) { l.fragment_steps = 1 << 20; }, targets::a100)},
      {"no_fragments_of_a_loop",
       {Rule::fragment_step_count, 0, 1},
       pipelining([](Loop& l) { l.fragment_steps = 0; }, targets::a100)},
      {"buffer_of_another_loop", {Rule::no_such_buffer, 17, 3, {0}, R"(; op "load A")"}, pipelining([](Loop& l) {
         l.accesses[0].buffer = 17;
       })},
      {"slots_of_a_loop", {Rule::too_many_slots, 1 << 20, max_slots, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].slots = 1 << 20;
       })},
      {"distance_of_a_loop",
       {Rule::distance_too_large, 1 << 20, max_distance, {2}, R"(; op "multiply"; buffer "A")"},
       pipelining([](Loop& l) { l.accesses[2].distance = 1 << 20; })},
      {"distance_of_a_loop",
       {Rule::negative_loop_distance, -1, 0, {2}, R"(; op "multiply"; buffer "A")"},
       pipelining([](Loop& l) { l.accesses[2].distance = -1; })},
      {"lingering_of_an_op", {Rule::negative_cycles, -1, 0, {2}, R"(; op "multiply")"}, pipelining([](Loop& l) {
         l.ops[2].lingers = -1;
       })},
      {"compute_of_a_loop", {Rule::negative_operations, -5, 0, {3}, R"(; op "rest")"}, pipelining([](Loop& l) {
         l.compute("rest", -5);
       })},
      {"long_compute_of_a_loop",
       {Rule::negative_operations, -0x7fffffff, 0, {3}, R"(; op "rest")"},
       pipelining([](Loop& l) { l.compute("rest", -(1L << 40)); })},
      {"compute_of_a_loop", {Rule::negative_exponentials, -6, 0, {3}, R"(; op "rest")"}, pipelining([](Loop& l) {
         l.compute("rest", 5).exponentials(-6);
       })},
      {"compute_of_a_loop", {Rule::negative_cycles, -7, 0, {3}, R"(; op "rest")"}, pipelining([](Loop& l) {
         l.compute("rest", 5).takes(-7);
       })},
      {"buffer_of_a_loop", {Rule::negative_bytes, -8, 0, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].bytes = -8;
       })},
      {"buffer_of_a_loop", {Rule::negative_slots, -9, 0, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].slots = -9;
       })},
      {"buffer_of_a_loop", {Rule::negative_parts, -2, 0, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].parts = -2;
       })},
      {"role_of_a_loop", {Rule::no_such_role, 3, 0, {1}, R"(; op "load B")"}, pipelining([](Loop& l) {
         l.ops[1].role = 3;
       })},
      {"negative_role_of_a_loop", {Rule::no_such_role, -5, 0, {1}, R"(; op "load B")"}, pipelining([](Loop& l) {
         l.ops[1].role = -5;
       })},
      {"buffers_of_a_loop", {Rule::duplicate_name, 0, 0, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[1].name = "A";
       })},
      {"ops_of_a_loop", {Rule::duplicate_name, 0, 0, {1}, R"(; op "load A")"}, pipelining([](Loop& l) {
         l.ops[1].name = "load A";
       })},
      {"buffer_of_a_loop", {Rule::unused_buffer, 0, 0, {}, R"(; buffer "D")"}, pipelining([](Loop& l) {
         l.shared("D", 64);
       })},
      {"buffer_of_a_loop", {Rule::empty_buffer, 0, 1, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].bytes = 0;
       })},
      {"load_of_a_loop", {Rule::load_without_buffer, 0, 0, {3}, R"(; op "load D")"}, pipelining([](Loop& l) {
         l.load("load D");
       })},
      {"load_of_a_loop", {Rule::never_read, 0, 0, {3}, R"(; op "load D"; buffer "D")"}, pipelining([](Loop& l) {
         const LoopBufferRef unread = l.shared("D", 64);
         l.load("load D").writes(unread);
       })},
      {"value_of_a_loop", {Rule::never_read, 0, 0, {3}, R"(; op "scale"; buffer "scaled")"}, pipelining([](Loop& l) {
         const LoopBufferRef unread = l.registers("scaled", 1024);
         l.compute("scale", 1024).reads(LoopBufferRef(l, 0)).writes(unread);
       })},
      {"value_that_is_converted",
       {Rule::never_read, 0, 0, {3}, R"(; op "softmax"; buffer "exp S")"},
       attending([](Loop& l) {
         Vector<LoopAccess> kept;
         for (const LoopAccess& access : l.accesses) {
           if (access.buffer != 3 || access.mode == LoopMode::write) kept.push_back(access);
         }
         l.accesses = kept;
       })},
      {"compute_of_a_loop", {Rule::no_work, 0, 0, {3}, R"(; op "rest")"}, pipelining([](Loop& l) {
         l.compute("rest", 0);
       })},
      {"multiply_of_a_loop",
       {Rule::side_too_large, 1 << 20, max_extent, {2}, R"(; op "multiply")"},
       pipelining([](Loop& l) { l.ops[2].m = l.ops[2].n = l.ops[2].k = 1 << 20; })},
      {"compute_of_a_loop", {Rule::work_too_large, 0x7fffffff, 1 << 20, {3}, R"(; op "rest")"}, pipelining([](Loop& l) {
         l.compute("rest", 1L << 60);
       })},
      {"multiply_of_a_loop", {Rule::tile_shape, 1, 64, {2}, R"(; op "multiply")"}, pipelining([](Loop& l) {
         l.ops[2].m = l.ops[2].n = l.ops[2].k = 1;
       })},
      {"rows_in_tensor_memory",
       {Rule::tile_shape, 48, 64, {2}, R"(; op "multiply")"},
       pipelining(
           loops::gemm({.m = 48, .n = 24, .k = 16}), [](Loop&) {}, targets::b200)},
      {"columns_in_tensor_memory",
       {Rule::tile_shape, 28, 8, {2}, R"(; op "multiply")"},
       pipelining(
           loops::gemm({.m = 64, .n = 28, .k = 16}), [](Loop&) {}, targets::b200)},
      {"load_of_a_loop", {Rule::copy_size, 3, 16, {0}, R"(; op "load A"; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].bytes = 3;
       })},
      {"lingering_of_an_op",
       {Rule::latency_too_large, 1 << 21, 1 << 20, {2}, R"(; op "multiply")"},
       pipelining([](Loop& l) { l.ops[2].lingers = 1 << 21; })},
      {"store_of_a_loop", {Rule::store_without_buffer, 0, 0, {3}, R"(; op "store")"}, pipelining([](Loop& l) {
         l.store("store");
       })},
      {"compute_of_a_loop", {Rule::op_without_accesses, 0, 0, {3}, R"(; op "rest")"}, pipelining([](Loop& l) {
         l.compute("rest", 5);
       })},
      {"waves_of_H200", {Rule::tile_split, 1, 4, {2}, R"(; op "multiply")"}, pipelining([](Loop& l) {
         l.threads = 512;
         l.ops[2].m = 64;
         l.ops[2].n = 8;
       })},
      {"waves_of_MI355X",
       {Rule::tile_split, 1, 4, {2}, R"(; op "multiply")"},
       pipelining(
           [](Loop& l) {
             l.ops[2].m = l.ops[2].n = 16;
             l.ops[2].k = 32;
           },
           targets::mi355x)},
      {"waves_of_a_role",
       {Rule::tile_split, 3, 2, {2}, R"(; op "multiply"; role "consumer")"},
       pipelining(with_roles(),
                  [](Loop& l) {
                    l.ops[2].m = 64;
                    l.ops[2].n = 24;
                  })},
      {"multiply_of_a_loop", {Rule::product_missing, 0, 0, {2}, R"(; op "multiply")"}, pipelining([](Loop& l) {
         l.accesses.pop_back();
       })},
      {"multiply_of_a_loop",
       {Rule::product_in_shared_memory, 0, 0, {2}, R"(; op "multiply"; buffer "C")"},
       pipelining([](Loop& l) {
         l.buffers[2].space = LoopSpace::shared;
         l.accesses[4].mode = LoopMode::write;
       })},
      {"multiply_of_a_loop",
       {Rule::sum_in_shared_memory, 0, 0, {2}, R"(; op "multiply"; buffer "C")"},
       pipelining([](Loop& l) { l.buffers[2].space = LoopSpace::shared; })},
      {"compute_of_a_loop",
       {Rule::sum_in_shared_memory, 0, 0, {3}, R"(; op "add"; buffer "sum")"},
       pipelining([](Loop& l) {
         const LoopBufferRef sum = l.shared("sum", 1024);
         l.compute("add", 1024).accumulates(sum);
       })},
      {"sums_of_a_loop",
       {Rule::product_bytes, 7, 131072, {2}, R"(; op "multiply"; buffer "C")"},
       pipelining([](Loop& l) { l.buffers[2].bytes = 7; })},
      {"value_of_a_loop",
       {Rule::product_bytes, 65532, 65536, {6}, R"(; op "values"; buffer "O")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.buffers[5].bytes -= 4; })},
      {"operand_of_a_loop",
       {Rule::operand_bytes, 16, 16384, {2}, R"(; op "multiply"; buffer "A")"},
       pipelining([](Loop& l) { l.buffers[0].bytes = 16; })},
      {"second_operand_of_a_loop",
       {Rule::operand_bytes, 16, 32768, {2}, R"(; op "multiply"; buffer "B")"},
       pipelining([](Loop& l) { l.buffers[1].bytes = 16; })},
      {"operands_of_one_byte_an_element",
       {Rule::operand_bytes, 8192, 16384, {2}, R"(; op "multiply"; buffer "A")"},
       pipelining([](Loop& l) {
         l.buffers[0].bytes /= 2;
         l.buffers[1].bytes /= 2;
       })},
      {"operand_in_registers",
       {Rule::operand_bytes, 16384, 32768, {6}, R"(; op "values"; buffer "P")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.buffers[4].bytes /= 2; })},
      {"a_third_operand",
       {Rule::operand_bytes, 4096, 16384, {2}, R"(; op "multiply"; buffer "D")"},
       pipelining([](Loop& l) {
         const LoopBufferRef other = l.shared("D", 4096);
         l.load("load D").writes(other);
         l.accesses.push_back({2, other.index(), LoopMode::read, 0});
       })},
      {"compute_of_a_loop", {Rule::reads_own_write, 0, 0, {3}, R"(; op "again"; buffer "R")"}, pipelining([](Loop& l) {
         const LoopBufferRef value = l.registers("R", 1024);
         l.compute("again", 1024).reads(value).writes(value);
       })},
      {"load_of_a_loop", {Rule::reads_own_write, 0, 0, {0}, R"(; op "load A"; buffer "A")"}, pipelining([](Loop& l) {
         l.accesses.push_back({0, 0, LoopMode::read, 0});
       })},
      {"ops_of_a_loop",
       {Rule::circular_reads, 2, 0, {4, 3}, R"(; ops "second" -> "first" -> "second"; buffer "X")"},
       pipelining([](Loop& l) {
         const LoopBufferRef x = l.registers("X", 1024);
         const LoopBufferRef y = l.registers("Y", 1024);
         l.compute("first", 1024).reads(x).writes(y);
         l.compute("second", 1024).reads(y).writes(x);
       })},
      {"registers_of_a_loop", {Rule::empty_buffer, 0, 1, {}, R"(; buffer "R")"}, pipelining([](Loop& l) {
         l.registers("R", 0);
       })},
      {"roles_of_a_loop",
       {Rule::role_without_waves, 0, 1, {}, R"(; role "producer")"},
       pipelining(with_roles(), [](Loop& l) { l.roles[0].waves = 0; })},
      {"accumulator_of_a_loop",
       {Rule::accumulator_read, 0, 0, {3}, R"(; op "look"; buffer "C")"},
       pipelining([](Loop& l) {
         l.compute("look", 1024);
         l.accesses.push_back({3, 2, LoopMode::read, 0});
       })},
      {"roles_of_a_loop",
       {Rule::roles_not_supported, 2, 0, {}, R"(; role "producer")"},
       pipelining(
           with_roles(), [](Loop&) {}, targets::mi355x)},
      {"roles_of_a_loop",
       {Rule::op_without_role, 0, 0, {2}, R"(; op "multiply")"},
       pipelining(with_roles(),
                  [](Loop& l) {
                    l.ops[2].role = -1;
                    l.ops[1].role = 1;
                  })},
      {"roles_of_a_loop",
       {Rule::role_without_ops, 0, 0, {}, R"(; role "idle")"},
       pipelining(with_roles(), [](Loop& l) { l.role("idle", 1); })},
      {"in_tensor_memory",
       {Rule::multiplying_waves, 2, 1, {}, R"(; role "consumer")"},
       pipelining(
           with_roles(), [](Loop&) {}, targets::b200)},
      {"roles_of_a_loop",
       {Rule::role_waves, 3, 2, {}, R"(; role "consumer")"},
       pipelining(with_roles(), [](Loop& l) { l.roles[1].waves = 3; })},
      {"roles_of_a_loop",
       {Rule::duplicate_name, 0, 0, {}, R"(; role "producer")"},
       pipelining(with_roles(), [](Loop& l) { l.roles[1].name = "producer"; })},
      {"operand_of_a_loop", {Rule::older_slot, 1, 0, {2}, R"(; op "multiply"; buffer "A")"}, pipelining([](Loop& l) {
         l.accesses[2].distance = 1;
       })},
      {"old_registers_of_a_loop",
       {Rule::older_slot, 2, 1, {1}, R"(; op "add"; buffer "sum")"},
       pipelining(loops::reduction(16384, 64, 4, 256),
                  [](Loop& l) {
                    l.groups = 2;
                    l.accesses[2].distance = 2;
                  })},
      {"old_sum_of_a_loop", {Rule::older_slot, 3, 1, {5}, R"(; op "rescale"; buffer "O")"}, attending([](Loop& l) {
         for (LoopAccess& access : l.accesses) {
           if (access.buffer == 5 && access.mode == LoopMode::read) access.distance = 3;
         }
       })},
      {"attention_on_B200",
       {Rule::multiplies_in_registers, 0, 0, {2}, R"(; op "scores"; buffer "S")"},
       pipelining(
           loops::flash_attention({}), [](Loop&) {}, targets::b200)},
      {"registers_of_a_role",
       {Rule::registers_of_another_role, 0, 0, {4}, R"(; op "second"; buffer "R")"},
       pipelining(with_roles(),
                  [](Loop& l) {
                    const LoopBufferRef value = l.registers("R", 1024);
                    l.compute("first", 1024).writes(value);
                    l.compute("second", 1024).reads(value);
                    l.roles[1].waves = 1;
                    l.role("other", 1);
                    l.ops[2].role = l.ops[3].role = 1;
                    l.ops[4].role = 2;
                  })},
      {"value_in_tensor_memory",
       {Rule::in_place_of_tensor_memory, 0, 0, {3}, R"(; op "scale"; buffers "scaled", "P")"},
       pipelining(
           [](Loop& l) {
             const LoopBufferRef product = l.accumulator("P", 128 * 256 * 4);
             l.accesses[4].buffer = product.index();
             l.accesses[4].mode = LoopMode::write;
             const LoopBufferRef scaled = l.in_place_of(product, "scaled");
             l.compute("scale", 1024).reads(product).writes(scaled);
             l.compute("add", 1024).reads(scaled).accumulates(LoopBufferRef(l, 2));
           },
           targets::b200)},
      {"sums_of_a_loop", {Rule::register_slots, 2, 1, {}, R"(; buffer "C")"}, pipelining([](Loop& l) {
         l.buffers[2].slots = 2;
       })},
      {"value_of_a_loop",
       {Rule::in_place_of_shared, 0, 0, {}, R"(; buffers "exp S", "K")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.buffers[3].in_place_of = 0; })},
      {"value_of_a_loop",
       {Rule::in_place_of_nothing, 4, 3, {}, R"(; buffer "exp S")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.buffers[3].in_place_of = 4; })},
      {"value_of_a_loop",
       {Rule::replaced_without_reading, 0, 0, {3}, R"(; op "softmax"; buffers "exp S", "S")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.accesses[4].buffer = 0; })},
      {"value_of_a_loop",
       {Rule::replaced_twice, 0, 0, {}, R"(; buffers "scaled O", "exp S")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.buffers[6].in_place_of = 2; })},
      {"value_of_a_loop",
       {Rule::read_after_replaced, 0, 0, {4}, R"(; op "convert"; buffers "exp S", "S")"},
       pipelining(loops::flash_attention({}), [](Loop& l) { l.accesses.push_back({4, 2, LoopMode::read, 0}); })},
      {"of_another_loop", {Rule::plan_is_stale, 0, 0}, [] { return given(1, 0, 0); }},
      {"of_another_start", {Rule::plan_was_edited, 0, 0}, [] { return given(0, 1, 0); }},
      {"too_early", {Rule::plan_breaks_constraint, 0, 0}, [] { return given(0, 0, 1); }},
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
      {"result_of_a_loop",
       {Rule::duplicate_access, 2, 1, {2}, R"(; op "multiply"; buffer "C")"},
       pipelining([](Loop& l) { l.accesses.push_back({2, 2, LoopMode::accumulate, 0}); })},
      {"load_of_a_loop",
       {Rule::load_writes_registers, 0, 0, {0}, R"(; op "load A"; buffer "A")"},
       pipelining([](Loop& l) {
         l.buffers[0].space = LoopSpace::registers;
         l.buffers[0].parts = 1;
       })},
      {"load_of_a_loop", {Rule::load_accumulates, 0, 0, {0}, R"(; op "load A"; buffer "A")"}, pipelining([](Loop& l) {
         l.accesses[0].mode = LoopMode::accumulate;
       })},
      {"store_of_a_loop",
       {Rule::store_writes, 0, 0, {1}, R"(; op "store"; buffer "R")"},
       pipelining(loops::copy(16384, 256),
                  [](Loop& l) {
                    const LoopBufferRef registers = l.registers("R", 1024);
                    l.accesses.push_back({1, registers.index(), LoopMode::write, 0});
                  })},
      {"store_of_a_loop",
       {Rule::copy_reads_accumulator, 0, 0, {3}, R"(; op "store"; buffer "C")"},
       pipelining([](Loop& l) {
         l.store("store");
         l.accesses.push_back({3, 2, LoopMode::read, 0});
       })},
      {"sides_of_a_load", {Rule::does_not_apply, 0, 0, {0}, R"(; op "load A")"}, pipelining([](Loop& l) {
         l.ops[0].m = 64;
       })},
      {"operations_of_a_multiplication",
       {Rule::does_not_apply, 0, 0, {2}, R"(; op "multiply")"},
       pipelining([](Loop& l) { l.ops[2].operations = 64; })},
      {"synchronous_load", {Rule::does_not_apply, 0, 0, {1}, R"(; op "load B")"}, pipelining([](Loop& l) {
         l.ops[1].waited = true;
       })},
      {"parts_of_a_sum", {Rule::does_not_apply, 0, 0, {}, R"(; buffer "C")"}, pipelining([](Loop& l) {
         l.buffers[2].parts = 2;
       })},
      {"parts_of_a_buffer", {Rule::uneven_bytes, 16384, 3, {}, R"(; buffer "A")"}, pipelining([](Loop& l) {
         l.buffers[0].parts = 3;
       })},
      {"waves_of_a_value", {Rule::uneven_bytes, 1001, 2, {}, R"(; buffer "R")"}, pipelining([](Loop& l) {
         const LoopBufferRef value = l.registers("R", 1001);
         l.compute("first", 1024).writes(value);
         l.compute("second", 1024).reads(value);
       })},
      {"in_tensor_memory",
       {Rule::multiplies_in_registers, 0, 0, {2}, R"(; op "multiply"; buffer "C")"},
       pipelining([](Loop& l) { l.buffers[2].space = LoopSpace::registers; }, targets::b200)},
      {"threads_of_a_loop", {Rule::workgroup_threads, 1152, 1024}, pipelining([](Loop& l) { l.threads = 1024; })},
      {"roles_of_a_loop", {Rule::groups_with_roles, 2, 1}, pipelining(with_roles(), [](Loop& l) { l.groups = 2; })},
      {"in_tensor_memory",
       {Rule::tensor_memory_exceeded, 393216, 262144, {}, R"(; buffer "C")"},
       pipelining([](Loop& l) { l.buffers[2].bytes = 384 * 1024; }, targets::b200)},
      {"groups_of_a_loop",
       {Rule::turns_too_long, 2, 1, {2, 0}, R"(; ops "scores", "load K")"},
       pipelining(
           loops::flash_attention({}), [](Loop& l) { l.groups = 2; }, targets::mi300x)},
      {"in_tensor_memory", {Rule::persistent_sums, 0, 0, {2}}, [] { return persistent_on(targets::b200); }},
      {"cluster_of_a_loop", {Rule::cluster_size, 0, 1}, pipelining([](Loop& l) { l.cluster = 0; })},
      {"large_cluster_of_a_loop", {Rule::cluster_size, 16, 8}, pipelining([](Loop& l) { l.cluster = 16; })},
      {"cluster_on_A100",
       {Rule::target_has_no_clusters, 2, 1},
       pipelining([](Loop& l) { l.cluster = 2; }, targets::a100)},
      {"cluster_of_a_loop",
       {Rule::multicast_size, 32768, 3, {1}, R"(; op "load B"; buffer "B")"},
       pipelining([](Loop& l) {
         l.cluster = 3;
         l.ops[1].multicast = true;
       })},
      {"load_of_a_loop", {Rule::multicast_without_cluster, 1, 2, {1}, R"(; op "load B")"}, pipelining([](Loop& l) {
         l.ops[1].multicast = true;
       })},
      {"multiplication_of_a_loop",
       {Rule::multicast_without_cluster, 2, 2, {2}, R"(; op "multiply")"},
       pipelining([](Loop& l) {
         l.cluster = 2;
         l.ops[2].multicast = true;
       })},
      {"copy_in_a_cluster",
       {Rule::multicast_to_itself, 0, 0, {1}, R"(; op "store"; buffer "tile")"},
       pipelining(loops::copy(16384, 256),
                  [](Loop& l) {
                    l.cluster = 2;
                    l.ops[0].multicast = true;
                  })},
      {"tile_of_a_loop",
       {Rule::storage_exceeds_capacity, 1048576, 232448, {}, R"(; buffer "A")"},
       pipelining([](Loop& l) { l.buffers[0].bytes = 1 << 20; })},
  };
}

}  // namespace stretto::errors
