// The programs of a pipeline without dynamic memory, so that one constant evaluation can pass them to the next.
#pragma once

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::detail {

struct PlainProgram {
  int accumulators = 0;
  int min_trips = 0;
  int tiles = 0;
  int tiles_per_trip = 0;
  bool persistent = false;
  int first_role = 0;
  int roles = 0;
  int first_access = 0;
  int accesses = 0;
};

struct PlainRole {
  const char* name = "";
  int first_wave = 0;
  int waves = 1;
  int extra_trips = 0;
  int begins[4] = {};  // where its sections begin in the steps of all programs, and the end
};

struct PlainPrograms {
  static constexpr int max_programs = 8;
  static constexpr int max_roles = 64;
  static constexpr int max_steps = 1024;
  static constexpr int max_accesses = 1024;
  static constexpr int max_buffers = 64;
  static constexpr int max_barriers = 64;

  int programs = 0;  // 0: they do not fit
  PlainProgram program[max_programs] = {};
  PlainRole roles[max_roles] = {};
  Step steps[max_steps] = {};
  StepAccess accesses[max_accesses] = {};
  // All programs of a pipeline have these in common.
  int buffer_count = 0;
  int barrier_count = 0;
  Buffer buffers[max_buffers] = {};
  PhaseBarrier phase_barriers[max_barriers] = {};
  RegisterReading registers = RegisterReading::explicit_waits;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits;
};

class PlainProgramsWriter {
 public:
  /// Returns no programs if they do not fit.
  constexpr PlainPrograms write(const Pipeline& pipe) {
    const PlainPrograms none;
    const WaveProgram& main = pipe.program;
    const bool fits = pipe.few.size() < PlainPrograms::max_programs &&
                      main.buffers.size() <= PlainPrograms::max_buffers &&
                      main.phase_barriers.size() <= PlainPrograms::max_barriers;
    if (!fits || !add(main)) return none;
    for (const WaveProgram& few : pipe.few) {
      if (!add(few)) return none;
    }
    out_.buffer_count = main.buffers.size();
    out_.barrier_count = main.phase_barriers.size();
    for (int b = 0; b < out_.buffer_count; ++b) out_.buffers[b] = main.buffers[b];
    for (int b = 0; b < out_.barrier_count; ++b) out_.phase_barriers[b] = main.phase_barriers[b];
    out_.registers = main.registers;
    out_.barriers = main.barriers;
    out_.limits = main.limits;
    return out_;
  }

 private:
  constexpr bool add(const WaveProgram& program) {
    int steps = 0;
    for (const Role& role : program.roles) {
      steps += role.steps.prologue.size() + role.steps.kernel.size() + role.steps.epilogue.size();
    }
    if (roles_ + program.roles.size() > PlainPrograms::max_roles || steps_ + steps > PlainPrograms::max_steps ||
        accesses_ + program.accesses.size() > PlainPrograms::max_accesses) {
      return false;
    }
    PlainProgram& added = out_.program[out_.programs++];
    added.accumulators = program.accumulators;
    added.min_trips = program.min_trips;
    added.tiles = program.tiles;
    added.tiles_per_trip = program.tiles_per_trip;
    added.persistent = program.persistent;
    added.first_role = roles_;
    added.roles = program.roles.size();
    added.first_access = accesses_;
    added.accesses = program.accesses.size();
    for (const StepAccess& access : program.accesses) out_.accesses[accesses_++] = access;
    for (const Role& role : program.roles) {
      PlainRole& plain = out_.roles[roles_++];
      plain.name = role.name;
      plain.first_wave = role.first_wave;
      plain.waves = role.waves;
      plain.extra_trips = role.extra_trips;
      for (const Section section : all_sections) {
        plain.begins[static_cast<int>(section)] = steps_;
        for (const Step& step : role.steps[section]) out_.steps[steps_++] = step;
      }
      plain.begins[3] = steps_;
    }
    return true;
  }

  PlainPrograms out_;
  int roles_ = 0;
  int steps_ = 0;
  int accesses_ = 0;
};

constexpr WaveProgram in_memory(const PlainPrograms& plain, int p) {
  const PlainProgram& from = plain.program[p];
  WaveProgram out;
  out.accumulators = from.accumulators;
  out.min_trips = from.min_trips;
  out.tiles = from.tiles;
  out.tiles_per_trip = from.tiles_per_trip;
  out.persistent = from.persistent;
  out.registers = plain.registers;
  out.barriers = plain.barriers;
  out.limits = plain.limits;
  for (int b = 0; b < plain.buffer_count; ++b) out.buffers.push_back(plain.buffers[b]);
  for (int b = 0; b < plain.barrier_count; ++b) out.phase_barriers.push_back(plain.phase_barriers[b]);
  for (int i = 0; i < from.accesses; ++i) out.accesses.push_back(plain.accesses[from.first_access + i]);
  for (int a = 0; a < from.roles; ++a) {
    const PlainRole& role = plain.roles[from.first_role + a];
    Role added;
    added.name = role.name;
    added.first_wave = role.first_wave;
    added.waves = role.waves;
    added.extra_trips = role.extra_trips;
    for (const Section section : all_sections) {
      const int s = static_cast<int>(section);
      for (int i = role.begins[s]; i < role.begins[s + 1]; ++i) added.steps[section].push_back(plain.steps[i]);
    }
    out.roles.push_back(added);
  }
  return out;
}

}  // namespace stretto::detail
