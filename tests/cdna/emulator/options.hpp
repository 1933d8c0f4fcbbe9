// Options of a run: timing, and properties of the machine.
#pragma once

#include <cstdint>

#include <stretto/gpu/mi355x.hpp>
#include <stretto/program/wave_program.hpp>

#include "memory.hpp"

namespace stretto::cdna::emulator {

/// When memory operations land.
enum class Landing : unsigned char {
  late,         // as late as waits, full counters and the end allow
  early_loads,  // loads at once, LDS operations late
  early_reads,  // LDS operations at once, loads late
  random,       // some now and then, in order
  modelled,     // when the modelled latencies say
};

struct Options {
  Landing landing = Landing::late;
  RegisterReading registers = RegisterReading::explicit_waits;
  std::uint64_t seed = 0;
};

/// Cycles of the machine, for modelled landings.
struct Latencies {
  int issue = 0;
  int lds_least = 64;  // to 69; both ends of public measurements
  int lds_most = 0;
  int lds_port = 0;  // of one operation of a wave
  int global_least = 0;
  int global_most = 800;
  int barrier = 0;
};
constexpr Latencies latencies_of(Chip chip) {
  const Gpu& gpu = chip == Chip::gfx950 ? targets::mi355x : targets::mi300x;
  const LatencyBounds bounds = gpu.latency;
  return {.issue = bounds.issue_max,
          .lds_most = bounds.read_max,
          .lds_port = bounds.read_cycles,
          .global_least = bounds.global_min,
          .barrier = gpu.barrier};
}

/// What a workgroup of a kernel needs.
struct Launch {
  Chip chip = Chip::gfx950;
  int waves = 0;
  int lds_bytes = 0;
  unsigned char poison = 0xff;
  std::vector<Allocation> allocations;
};

/// The result of a run.
struct Outcome {
  std::string error;  // empty: every wave reached its end
  long cycles = 0;    // where time is modelled
  long bank_conflicts = 0;

  [[nodiscard]] bool finished() const { return error.empty(); }
};

}  // namespace stretto::cdna::emulator
