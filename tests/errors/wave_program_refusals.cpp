// What is refused of the emitted program: it cannot run, cannot be synchronised, or is not safe enough.
#include "../program_parts.hpp"
#include "emitted.hpp"
#include "refusal.hpp"
#include "small_programs.hpp"

namespace stretto::errors {

namespace {

template <class S>
Diagnostic held_to(const S& schedule, VerificationLevel level) {
  CompileOptions options;
  options.verify = level;
  return try_compile(schedule, options).error;
}

/// Ping-pong with one op too many at the end of its kernel.
struct OneMoreOp : PingPongSchedule {
  OpDesc added;

  explicit OneMoreOp(const OpDesc& op) : PingPongSchedule(emitted::ping_pong()), added(op) {}
  [[nodiscard]] Vector<ScheduleEntry> transform_kernel(Vector<ScheduleEntry> kernel, const Vector<OpDesc>&) const {
    kernel.push_back({added, kernel.size(), Section::kernel, false});
    return kernel;
  }
};

Diagnostic with_op(int tag, int stage, int subtile) {
  OpDesc op;
  op.tag = tag;
  op.stage = stage;
  op.subtile = subtile;
  return held_to(OneMoreOp(op), VerificationLevel::latency);
}

/// Its notes turn unevenly, and are where they were only after 300 trips.
Diagnostic uneven_notes() {
  WaveProgram program = small::Ring{.slots = 3}.program();
  Buffer notes;
  notes.name = "notes";
  notes.space = Space::registers;
  notes.slots = 300;
  program.buffers.push_back(notes);
  Role& consumer = program.roles[program.roles.size() - 1];
  for (const int step : {1, 7}) {
    Step note;
    note.action = Action::consume;
    note.section = Section::kernel;
    note.first_access = program.accesses.size();
    note.access_count = 1;
    StepAccess access;
    access.buffer = program.buffers.size() - 1;
    access.slot_step = step;
    access.mode = AccessMode::write;
    program.accesses.push_back(access);
    consumer.steps.kernel.push_back(note);
  }
  return verify(program).invalid;
}

/// A ring of more slots than the runs of a persistent program can be told apart with.
Diagnostic deep_persistent_ring() {
  Loop loop("deep ring");
  loop.threads = 128;
  const auto a = loop.shared("A", 64 * 16 * 2).slots(32);
  const auto c = loop.accumulator("C", 64 * 64 * 4);
  loop.load("load").writes(a);
  loop.multiply("multiply", 64, 64, 16, DataType::bf16).reads(a).accumulates(c);
  PipelineOptions options;
  options.persistent = true;
  return make_pipeline(loop, targets::h200, options).error;
}

/// Group 1's extra barrier is at a place that the prologue never reaches.
Diagnostic stagger_beyond_the_prologue() {
  PingPongSchedule schedule = emitted::ping_pong();
  schedule.pipeline.warp_stagger = WarpStaggerRule::fixed(1000);
  return held_to(schedule, VerificationLevel::latency);
}

/// The ring of small_programs.hpp after a change: kernel[1] waits for a load, [3] reads, [5] consumes, [6] is a
/// barrier.
template <class Change>
auto verifying(Change change) {
  return [=] {
    WaveProgram program = small::Ring{}.program();
    change(program);
    return verify(program).invalid;
  };
}

/// The same for a step of the kernel, which the diagnostic names.
template <class Change>
Refusal of_step(const char* name, const Said& says, int index, Change change) {
  return {name, says, verifying([=](WaveProgram& p) { change(p.roles[0].steps.kernel[index]); }), index};
}

StepAccess& read_of_kernel(WaveProgram& program) {
  return program.accesses[program.roles[0].steps.kernel[3].first_access];
}

Diagnostic roles_that_differ() {
  WaveProgram program = small::Ring{.waves = 1}.program();
  program.roles.push_back(program.roles[0]);
  program.roles[1].first_wave = 1;
  program.roles[1].steps.kernel[5].accumulator = 1;
  program.accumulators = 2;
  return synchronise(program).error;
}

/// The first role's prologue waits at a barrier that the second one passes only after its loop.
Diagnostic prologue_that_waits_for_an_epilogue() {
  WaveProgram program;
  parts::add_role(program, "one", 1);
  parts::add_step(program, 0, Section::prologue, parts::barrier().step, std::vector<StepAccess>{});
  parts::add_role(program, "two", 1);
  parts::add_step(program, 1, Section::epilogue, parts::barrier().step, std::vector<StepAccess>{});
  return verify(program).invalid;
}

Diagnostic overwritten_before_it_is_read() {
  small::Line line(1);
  line.put(
      {explorer::fetch(0, 0, {0}), explorer::fetch(1, 0, {0}), explorer::move({0}, {1}), explorer::consume(0, {{1}})});
  return synchronise(line.program()).error;
}

}  // namespace

std::vector<Refusal> wave_program_refusals() {
  using P = WaveProgram;
  const auto csp = SchedulingStrategy::csp;
  return {
      {"one_byte_more", {Rule::shared_memory_exceeded, 163842, 163840}, verifying([](P& p) {
         p.buffers[0].bytes = 80 * 1024 + 1;
       })},
      {"one_byte_more", {Rule::registers_exceeded, 131073, 131072}, verifying([](P& p) {
         p.buffers[1].bytes = 512 * 64 * 4 + 1;
       })},
      {"no_tensor_memory", {Rule::tensor_memory_exceeded, 32, 0}, verifying([](P& p) {
         p.buffers[0].space = Space::tensor;
         p.buffers[0].bytes = 16;
       })},
      {"some_waves", {Rule::cluster_barrier, 1, 2}, verifying([](P& p) {
         p.phase_barriers.push_back({"all", PhaseBarrierKind::cluster, 1, 1});
       })},
      {"eight_groups",
       {Rule::wait_group_field, 8, 7},
       verifying([](P& p) {
         p.roles[0].steps.kernel[1].counter = Counter::mma;
         p.roles[0].steps.kernel[1].count = 8;
       }),
       1},
      {"tensor_operations",
       {Rule::no_such_wait, 0, 0},
       verifying([](P& p) { p.roles[0].steps.kernel[1].counter = Counter::tensor; }),
       1},
      {"one_byte_more",
       {Rule::expected_bytes_field, 1 << 20, (1 << 20) - 1},
       verifying([](P& p) {
         p.phase_barriers.push_back({});
         p.roles[0].steps.kernel[6].action = Action::arrive;
         p.roles[0].steps.kernel[6].phase_barrier = {0, 0, 0, 0, 1 << 20};
       }),
       6},
      of_step("nowhere", {Rule::phase_barrier_use, -1, 0}, 6, [](Step& step) { step.action = Action::arrive; }),
      {"half_a_trip", {Rule::persistent_tiles, 1, 2}, verifying([](P& p) {
         p.persistent = true;
         p.tiles_per_trip = 2;
       })},
      {"some_runs", {Rule::run_period, 1, 2}, verifying([](P& p) {
         p.roles[0].run_period = 2;
         p.roles[0].first_run = 1;
       })},
      {"run_beyond_the_period", {Rule::run_period, 2, 2}, verifying([](P& p) {
         p.persistent = true;
         p.roles[0].run_period = 2;
         p.roles[0].first_run = 2;
       })},
      {"prologue", {Rule::waits_before_its_loop, 0, 0}, prologue_that_waits_for_an_epilogue},
      {"no_role", {Rule::no_waves, 0, 1}, verifying([](P& p) { p.roles.clear(); })},
      {"empty_role", {Rule::no_waves, 0, 1}, verifying([](P& p) { p.roles[0].waves = 0; })},
      {"gap", {Rule::no_waves, 1, 0}, verifying([](P& p) { p.roles[0].first_wave = 1; })},
      {"not_of_the_body", {Rule::unknown_tag, 100, 133}, [] { return with_op(100, 0, 0); }, 70},
      {"stage", {Rule::no_such_place, 5, 1}, [] { return with_op(double_buffer_tags::mma_load_a, 5, 0); }, 70},
      {"subtile", {Rule::no_such_place, 2, 1}, [] { return with_op(double_buffer_tags::mma_load_b, 0, 2); }, 70},
      {"accumulator", {Rule::no_such_place, 3, 1}, [] { return with_op(double_buffer_tags::mma, 0, 3); }, 70},
      {"subtile_that_nobody_brings",
       {Rule::no_contributor, 1, 0},
       verifying([](P& p) {
         p.buffers[0].subtiles = 2;
         read_of_kernel(p).subtile = 1;
       }),
       3},
      {"idle_accumulator", {Rule::never_consumed, 1, 2}, verifying([](P& p) { p.accumulators = 2; })},
      {"counter_of_a_barrier",
       {Rule::counter_without_effect, 0, 0},
       verifying([](P& p) { p.roles[0].steps.kernel[6].counter = Counter::vm; }),
       6},
      {"access_of_a_barrier",
       {Rule::access_without_effect, 0, 0},
       verifying([](P& p) { p.roles[0].steps.kernel[6].access_count = 1; }),
       6},
      {"fetch_that_reads",
       {Rule::access_without_effect, 0, 0},
       verifying([](P& p) { p.roles[0].steps.kernel[3].action = Action::fetch; }),
       3},
      {"store_that_writes",
       {Rule::access_without_effect, 0, 0},
       verifying([](P& p) { p.roles[0].steps.kernel[3].counter = Counter::store; }),
       3},
      {"registers_in_the_kernel",
       {Rule::only_in_setup, 0, 0},
       verifying([](P& p) { p.roles[0].steps.kernel[6].action = Action::registers; }),
       6},
      {"init_by_two_waves",
       {Rule::one_initialises, 2, 1},
       verifying([](P& p) {
         p.phase_barriers.push_back({"full", PhaseBarrierKind::mbarrier, 1, 1});
         Step init;
         init.action = Action::init;
         init.section = Section::setup;
         init.entry = 0;
         init.phase_barrier.barrier = 0;
         p.roles[0].steps.setup.push_back(init);
       }),
       0},
      {"workgroup_below_zero", {Rule::no_such_workgroup, -1, 16}, verifying([](P& p) { p.roles[0].workgroup = -1; })},
      {"memory_of_no_workgroup", {Rule::no_such_workgroup, 3, 16}, verifying([](P& p) { p.buffers[0].workgroup = 3; })},
      {"offset_of_unknown_size", {Rule::offset_without_bytes, 0, 0}, verifying([](P& p) { p.buffers[0].offset = 0; })},
      {"in_the_kernel", {Rule::barrier_counts_differ, 1, 2}, verifying([](P& p) {
         p.roles.push_back(p.roles[0]);
         p.roles[1].first_wave = 2;
         p.roles[1].steps.kernel[6].action = Action::nothing;
       })},
      {"stagger_that_never_comes", {Rule::barrier_counts_differ, 15, 16}, stagger_beyond_the_prologue},
      {"deep_persistent_ring", {Rule::too_many_starts, 295, 295}, deep_persistent_ring},
      {"uneven_turns", {Rule::no_repeating_state, 256, 256}, uneven_notes},
      {"accumulators", {Rule::programs_differ, 0, 0}, roles_that_differ, 5},
      {"load_before_the_read", {Rule::order_cannot_be_fixed, 1, 2}, overwritten_before_it_is_read, 1},
      {"held_to_proven",
       {Rule::relies_on_latency, 175, 0},
       [=] { return held_to(emitted::ping_pong(csp, 0), VerificationLevel::proven); },
       19},
      {"held_to_proven",
       {Rule::race, 2, 0},
       [] { return held_to(emitted::ping_pong(), VerificationLevel::proven); },
       12},
      {"held_to_latency",
       {Rule::race, 2, 0},
       [] { return held_to(emitted::ping_pong(), VerificationLevel::latency); },
       12},
  };
}

}  // namespace stretto::errors
