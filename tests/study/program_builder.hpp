// Builds small wave programs, one line per step: used by the generators, and printed by program_source.hpp.
#pragma once

#include "../program_parts.hpp"

namespace stretto::study {

using BuiltStep = parts::WrittenStep;
using namespace parts::words;

inline BuiltStep nothing() { return plain(Action::nothing); }
inline BuiltStep arrive() { return plain(Action::arrive); }
inline BuiltStep await() { return plain(Action::await); }
inline BuiltStep move() { return plain(Action::move); }
inline BuiltStep fetch(int tile = 0, int tile_step = 1) { return parts::of_tile(Action::fetch, tile, tile_step); }
/// Consumes of an accumulator take its K tiles in order, so they name none.
inline BuiltStep consume(int accumulator) {
  BuiltStep built = plain(Action::consume);
  built.step.accumulator = accumulator;
  return built;
}
/// A consume without accumulator: its versions are relative to tile + i * tile_step.
inline BuiltStep work(int tile = 0, int tile_step = 1) { return parts::of_tile(Action::consume, tile, tile_step); }

/// Does a step of this kind touch memory?
inline bool is_data(const Step& step) {
  return step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
}

class ProgramBuilder {
 public:
  WaveProgram program;

  int buffer(const char* name, Space space, int slots = 1, int subtiles = 1) {
    return parts::add_buffer(program, name, space, slots, subtiles);
  }
  int phase_barrier(const char* name, PhaseBarrierKind kind, int slots, int arrivals) {
    return parts::add_phase_barrier(program, {name, kind, slots, arrivals});
  }
  /// Steps go to this role from now on.
  int role(const char* name, int waves = 1, int extra_trips = 0) {
    return parts::add_role(program, name, waves, extra_trips);
  }
  void put(Section section, const BuiltStep& built) { put(program.roles.size() - 1, section, built); }
  void put(int role, Section section, const BuiltStep& built) { parts::add_step(program, role, section, built); }
  void setup(const auto&... steps) { (put(Section::setup, steps), ...); }
  void prologue(const auto&... steps) { (put(Section::prologue, steps), ...); }
  void kernel(const auto&... steps) { (put(Section::kernel, steps), ...); }
  void epilogue(const auto&... steps) { (put(Section::epilogue, steps), ...); }
  void teardown(const auto&... steps) { (put(Section::teardown, steps), ...); }
};

/// A copy of a step of a program, without the fields that mean nothing for its action.
inline BuiltStep taken_out(const WaveProgram& program, const Step& step) {
  const Action action = step.action;
  BuiltStep built = plain(action);
  Step& out = built.step;
  out.counter = step.counter;
  if (step.counter != Counter::none && is_data(step)) out.weight = step.weight;
  if (action == Action::wait || action == Action::registers) out.count = step.count;
  if (action == Action::consume) out.accumulator = step.accumulator;
  if (action == Action::fetch || (action == Action::consume && step.accumulator < 0)) {
    out.tile = step.tile;
    out.tile_step = step.tile_step;
  }
  if (step.phase_barrier.present()) {
    out.phase_barrier = step.phase_barrier;
    if (action == Action::init) out.phase_barrier = init(step.phase_barrier.barrier).step.phase_barrier;
    if (action != Action::await) out.phase_barrier.flip = out.phase_barrier.divisor = 0;
    if (action == Action::await) out.phase_barrier.bytes = 0;
    if (out.phase_barrier.divisor == 0) out.phase_barrier.parity = {};
  }
  for (int i = 0; i < step.access_count; ++i) {
    built.accesses.push_back(program.accesses[step.first_access + i]);
    StepAccess& access = built.accesses.back();
    const bool reads = access.mode == AccessMode::read;
    if (action != Action::consume) access.version = 0;
    if (!reads || (action != Action::consume && action != Action::fetch)) access.any = false;
    if (access.any) access.version = 0;
    if (!reads) access.skips_first = false;
  }
  return built;
}

/// The same program as the builder writes it: steps numbered in order, each with its own range of accesses.
inline WaveProgram rebuilt(const WaveProgram& program) {
  ProgramBuilder builder;
  builder.program = program;
  builder.program.accesses.clear();
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const Section section : all_sections) {
      builder.program.roles[a].steps[section].clear();
      for (const Step& step : program.roles[a].steps[section]) builder.put(a, section, taken_out(program, step));
    }
  }
  return builder.program;
}

}  // namespace stretto::study
