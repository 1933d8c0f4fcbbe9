// Gives values in place of others the registers of those, so that the verifier sees what overwrites what.
#pragma once

#include <stretto/pipeline/target_loop.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto::detail {

/// The buffer whose registers hold a buffer: itself, unless it replaces another one.
constexpr int registers_of(const TargetLoop& loop, int b) {
  while (loop.buffers[b].in_place_of >= 0) b = loop.buffers[b].in_place_of;
  return b;
}

/// How an op reads registers that values share. False: it only keeps them.
constexpr bool adjust(const TargetLoop& loop, int op, StepAccess& read) {
  for (const TargetAccess& access : loop.accesses) {
    if (access.op != op) continue;
    if (access.buffer == read.buffer && access.mode == AccessMode::read && access.keeps) return false;
    // Behind its first part, an op that replaces a value finds there what it has left itself.
    const bool replaces = access.mode == AccessMode::write && access.buffer != read.buffer && loop.ops[op].step > 0 &&
                          registers_of(loop, access.buffer) == registers_of(loop, read.buffer);
    if (!replaces) continue;
    read.buffer = access.buffer;
    read.version = 0;
    return true;
  }
  return true;
}

/// Gives buffers that share registers the same offset. Reads that only keep the registers have done their part in the
/// schedule and the waits, and go.
constexpr void share_registers(const TargetLoop& loop, WaveProgram& program) {
  Vector<char> shared(loop.buffers.size(), 0);
  int end = -1;  // nothing is shared
  for (int b = 0; b < loop.buffers.size(); ++b) {
    const int base = registers_of(loop, b);
    const bool in_place = base != b && loop.buffers[base].space == Space::registers;
    if (!in_place) continue;
    shared[base] = shared[b] = 1;
    Buffer& replaced = program.buffers[base];
    if (replaced.bytes == 0) replaced.bytes = 1;
    if (end < 0) end = 0;
    if (replaced.offset < 0) {
      replaced.offset = end;
      end += replaced.bytes;
    }
    program.buffers[b].offset = replaced.offset;
    program.buffers[b].bytes = replaced.bytes;
  }
  if (end < 0) return;
  const Vector<StepAccess> all = program.accesses;
  program.accesses.clear();
  for (Role& role : program.roles) {
    for (const Section section : run_sections) {
      for (Step& step : role.steps[section]) {
        const int first = program.accesses.size();
        for (int i = 0; i < step.access_count; ++i) {
          StepAccess access = all[step.first_access + i];
          const bool plain = shared[access.buffer] == 0 || access.mode == AccessMode::write || step.op < 0;
          if (plain || adjust(loop, step.op, access)) program.accesses.push_back(access);
        }
        step.first_access = first;
        step.access_count = program.accesses.size() - first;
      }
    }
  }
}

}  // namespace stretto::detail
