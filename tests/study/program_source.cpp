#include "program_source.hpp"

#include <initializer_list>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

struct Argument {
  int value;
  int otherwise;  // what the builder takes when it is left out
};

/// The arguments up to the last that is not what is taken anyway.
std::string arguments(int first, std::initializer_list<Argument> others) {
  std::string text = "(" + std::to_string(first);
  std::string kept;
  for (const Argument& argument : others) {
    kept += ", " + std::to_string(argument.value);
    if (argument.value == argument.otherwise) continue;
    text += kept;
    kept.clear();
  }
  return text + ")";
}

std::string of_counter(Counter counter) { return std::string("Counter::") + name(counter); }

std::string space_words(Space space) {
  if (space == Space::shared) return "Space::shared";
  return space == Space::registers ? "Space::registers" : "Space::tensor";
}

const char* function_of(Section section) {
  if (section == Section::prologue) return "prologue";
  return section == Section::kernel ? "kernel" : "epilogue";
}

std::string head(const Step& step) {
  switch (step.action) {
    case Action::fetch: return "fetch(" + std::to_string(step.tile) + ", " + std::to_string(step.tile_step) + ")";
    case Action::wait: return "wait(" + of_counter(step.counter) + ", " + std::to_string(step.count) + ")";
    case Action::consume:
      if (step.accumulator >= 0) return "consume(" + std::to_string(step.accumulator) + ")";
      return "work(" + std::to_string(step.tile) + ", " + std::to_string(step.tile_step) + ")";
    default: return std::string(name(step.action)) + "()";
  }
}

std::string step_source(const BuiltStep& built) {
  const Step& step = built.step;
  std::string text = head(step);
  if (step.counter != Counter::none && step.action != Action::wait) {
    text += ".in(" + of_counter(step.counter) + (step.weight == 1 ? "" : ", " + std::to_string(step.weight)) + ")";
  }
  for (const StepAccess& access : built.accesses) {
    text += access.mode == AccessMode::read ? ".read" : ".write";
    text += arguments(access.buffer, {{access.slot, 0},
                                      {access.slot_step, 0},
                                      {access.version, 0},
                                      {access.subtile, 0},
                                      {static_cast<int>(access.waves), 0}});
  }
  if (const PhaseUse& use = step.phase_barrier; use.present()) {
    text += ".at" + arguments(use.barrier, {{use.slot, 0}, {use.slot_step, 0}, {use.bytes, 0}, {use.flip, 0}});
  }
  return text;
}

/// A field of the program or its limits, when it is not what a new program has.
std::string field(const std::string& name, long value, long otherwise) {
  if (value == otherwise) return {};
  return "b.program." + name + " = " + std::to_string(value) + ";\n";
}

std::string limits_source(const CounterLimits& limits) {
  const CounterLimits usual;
  return field("limits.vm_capacity", limits.vm_capacity, usual.vm_capacity) +
         field("limits.lgkm_capacity", limits.lgkm_capacity, usual.lgkm_capacity) +
         field("limits.max_wait_vm", limits.max_wait_vm, usual.max_wait_vm) +
         field("limits.max_wait_lgkm", limits.max_wait_lgkm, usual.max_wait_lgkm) +
         field("limits.max_wait_mma", limits.max_wait_mma, usual.max_wait_mma) +
         field("limits.max_expected_bytes", limits.max_expected_bytes, usual.max_expected_bytes) +
         field("limits.shared_bytes", limits.shared_bytes, usual.shared_bytes) +
         field("limits.register_bytes", limits.register_bytes, usual.register_bytes) +
         field("limits.tensor_bytes", limits.tensor_bytes, usual.tensor_bytes);
}

}  // namespace

std::string cpp_source(const WaveProgram& program) {
  std::string text = "ProgramBuilder b;\n";
  text += field("min_trips", program.min_trips, 0) + field("tiles", program.tiles, 0) +
          field("tiles_per_trip", program.tiles_per_trip, 0);
  if (program.persistent) text += "b.program.persistent = true;\n";
  if (program.registers == RegisterReading::interlocked) {
    text += "b.program.registers = RegisterReading::interlocked;\n";
  }
  if (program.barriers == BarrierKind::draining) text += "b.program.barriers = BarrierKind::draining;\n";
  text += limits_source(program.limits);
  for (const Buffer& buffer : program.buffers) {
    text += "b.buffer(\"" + std::string(buffer.name) + "\", " + space_words(buffer.space) + ", " +
            std::to_string(buffer.slots) + (buffer.subtiles == 1 ? "" : ", " + std::to_string(buffer.subtiles)) +
            ");\n";
  }
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    text += "b.phase_barrier(\"" + std::string(barrier.name) +
            "\", PhaseBarrierKind::" + (barrier.kind == PhaseBarrierKind::named ? "named" : "mbarrier") + ", " +
            std::to_string(barrier.slots) + ", " + std::to_string(barrier.arrivals) + ");\n";
  }
  int named = 0;  // accumulators
  for (const Role& role : program.roles) {
    text += "b.role(\"" + std::string(role.name) + "\", " + std::to_string(role.waves) +
            (role.extra_trips == 0 ? "" : ", " + std::to_string(role.extra_trips)) + ");\n";
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        const BuiltStep built = taken_out(program, step);
        text += "b." + std::string(function_of(section)) + "(" + step_source(built) + ");\n";
        if (built.step.accumulator >= named) named = built.step.accumulator + 1;
      }
    }
  }
  return text + field("accumulators", program.accumulators, named);
}

}  // namespace stretto::study
