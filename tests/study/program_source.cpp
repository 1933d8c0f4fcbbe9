#include "program_source.hpp"

#include <initializer_list>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

struct Argument {
  int value;
  int otherwise;  // the builder's default
};

/// The arguments up to the last that differs from its default.
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
  constexpr const char* names[] = {"shared", "registers", "tensor", "global"};
  return std::string("Space::") + names[static_cast<int>(space)];
}

std::string head(const Step& step) {
  switch (step.action) {
    case Action::fetch: return "fetch(" + std::to_string(step.tile) + ", " + std::to_string(step.tile_step) + ")";
    case Action::wait: return "wait(" + of_counter(step.counter) + ", " + std::to_string(step.count) + ")";
    case Action::consume:
      if (step.accumulator >= 0) return "consume(" + std::to_string(step.accumulator) + ")";
      return "work(" + std::to_string(step.tile) + ", " + std::to_string(step.tile_step) + ")";
    case Action::init: return "init(" + std::to_string(step.phase_barrier.barrier) + ")";
    case Action::registers: return "registers(" + std::to_string(step.count) + ")";
    case Action::fence: return "fence(" + (step.counter == Counter::none ? "" : of_counter(step.counter)) + ")";
    default: return std::string(name(step.action)) + "()";
  }
}

std::string both(int one, int other) { return "(" + std::to_string(one) + ", " + std::to_string(other) + ")"; }

std::string step_source(const BuiltStep& built) {
  const Step& step = built.step;
  std::string text = head(step);
  if (step.counter != Counter::none && step.action != Action::wait && step.action != Action::fence) {
    text += ".in(" + of_counter(step.counter) + (step.weight == 1 ? "" : ", " + std::to_string(step.weight)) + ")";
  }
  for (const StepAccess& access : built.accesses) {
    text += access.mode == AccessMode::read ? ".read" : ".write";
    text += arguments(access.buffer, {{access.slot, 0},
                                      {access.slot_step, 0},
                                      {access.version, 0},
                                      {access.subtile, 0},
                                      {static_cast<int>(access.waves), 0}});
    if (access.local_step != 0 || access.run_step != 0) text += ".turning" + both(access.local_step, access.run_step);
    if (access.any) text += ".any()";
    if (access.skips_first) text += ".skipping_first()";
  }
  if (const PhaseUse& use = step.phase_barrier; use.present() && step.action != Action::init) {
    text += ".at" + arguments(use.barrier, {{use.slot, 0}, {use.slot_step, 0}, {use.bytes, 0}, {use.flip, 0}});
    if (use.local_step != 0 || use.run_step != 0) text += ".turning_there" + both(use.local_step, use.run_step);
    if (use.divisor > 0) {
      text += ".by(" + std::to_string(use.divisor) + ", {" + std::to_string(use.parity.first) + ", " +
              std::to_string(use.parity.step) + ", " + std::to_string(use.parity.local_step) + ", " +
              std::to_string(use.parity.run_step) + "})";
    }
  }
  return text;
}

/// A field of the program or of its limits, if it differs from a new program's.
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

std::string kind_words(PhaseBarrierKind kind) {
  switch (kind) {
    case PhaseBarrierKind::mbarrier: return "mbarrier";
    case PhaseBarrierKind::named: return "named";
    case PhaseBarrierKind::cluster: return "cluster";
  }
  return "?";
}

}  // namespace

std::string cpp_source(const WaveProgram& program) {
  std::string text = "ProgramBuilder b;\n";
  text += field("min_trips", program.min_trips, 0) + field("tiles", program.tiles, 0) +
          field("tiles_per_trip", program.tiles_per_trip, 0) + field("spare_registers", program.spare_registers, 0);
  if (program.persistent) text += "b.program.persistent = true;\n";
  if (program.registers == RegisterReading::interlocked) {
    text += "b.program.registers = RegisterReading::interlocked;\n";
  }
  if (program.barriers == BarrierKind::draining) text += "b.program.barriers = BarrierKind::draining;\n";
  text += limits_source(program.limits);
  for (int b = 0; b < program.buffers.size(); ++b) {
    const Buffer& buffer = program.buffers[b];
    text += "b.buffer(\"" + std::string(buffer.name) + "\", " + space_words(buffer.space) + ", " +
            std::to_string(buffer.slots) + (buffer.subtiles == 1 ? "" : ", " + std::to_string(buffer.subtiles)) +
            ");\n";
    const std::string own = "buffers[" + std::to_string(b) + "].";
    text += field(own + "bytes", buffer.bytes, 0) + field(own + "offset", buffer.offset, -1) +
            field(own + "workgroup", buffer.workgroup, 0);
  }
  for (int b = 0; b < program.phase_barriers.size(); ++b) {
    const PhaseBarrier& barrier = program.phase_barriers[b];
    text += "b.phase_barrier(\"" + std::string(barrier.name) + "\", PhaseBarrierKind::" + kind_words(barrier.kind) +
            ", " + std::to_string(barrier.slots) + ", " + std::to_string(barrier.arrivals) + ");\n";
    text += field("phase_barriers[" + std::to_string(b) + "].workgroup", barrier.workgroup, 0);
  }
  int named = 0;  // accumulators
  for (int a = 0; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    text += "b.role(\"" + std::string(role.name) + "\", " + std::to_string(role.waves) +
            (role.extra_trips == 0 ? "" : ", " + std::to_string(role.extra_trips)) + ");\n";
    const std::string own = "roles[" + std::to_string(a) + "].";
    text += field(own + "workgroup", role.workgroup, 0) + field(own + "run_period", role.run_period, 1) +
            field(own + "first_run", role.first_run, 0);
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        const BuiltStep built = taken_out(program, step);
        text += "b." + std::string(name(section)) + "(" + step_source(built) + ");\n";
        if (built.step.accumulator >= named) named = built.step.accumulator + 1;
      }
    }
  }
  return text + field("accumulators", program.accumulators, named);
}

}  // namespace stretto::study
