// Small wave programs for the verifier, written step by step.
#pragma once

#include "program_writer.hpp"

namespace stretto::small {

/// A ring of tiles, fetched one ahead of use. Each test removes, adds or moves one step.
struct Ring {
  int waves = 2;
  int slots = 2;
  bool wait_for_fetch = true;
  bool flow_barrier = true;
  bool anti_barrier = true;
  bool wait_for_move = true;
  int slot_of_fetch = 1;  // in trip 0; the right one is 1
  int min_trips = 0;

  // Entries of the complete kernel: fetch, wait, barrier, move, wait, consume, barrier.
  [[nodiscard]] WaveProgram program() const {
    using namespace explorer;
    ProgramWriter writer;
    const int shared = writer.shared(slots);
    const int own = writer.registers(1);
    const int all = writer.role(waves);
    writer.takes(1, min_trips);
    const auto take = [&](Section section, int pending) {
      if (wait_for_fetch) writer.put(all, section, wait(Counter::vm, pending));
      if (flow_barrier) writer.put(all, section, barrier());
      writer.put(all, section, explorer::move({shared, 0, 1, 0}, {own}));
      if (wait_for_move) writer.put(all, section, wait(Counter::lgkm, 0));
      writer.put(all, section, consume(0, {{own}}));
    };
    writer.put(all, Section::prologue, fetch(0, 0, {shared}));
    writer.put(all, Section::kernel, fetch(1, 1, {shared, slot_of_fetch % slots, 1, 0}));
    take(Section::kernel, 1);
    if (anti_barrier) writer.put(all, Section::kernel, barrier());
    take(Section::epilogue, 0);
    return writer.program;
  }
};

/// One role, a prologue and nothing else; buffer 0 is shared, buffer 1 registers.
struct Line {
  explorer::ProgramWriter writer;
  int shared;
  int own;
  int role;

  explicit Line(int waves, int slots = 1, int tiles = 1)
      : shared(writer.shared(slots)), own(writer.registers(slots)), role(writer.role(waves)) {
    writer.program.tiles = tiles;
  }

  Line& put(const std::vector<explorer::StepText>& steps) {
    writer.put(role, Section::prologue, steps);
    return *this;
  }
  [[nodiscard]] const WaveProgram& program() const { return writer.program; }
};

/// The buffers of a Line.
inline constexpr int shared = 0;
inline constexpr int own = 1;

/// A move in the lgkm counter.
inline explorer::StepText read(const explorer::Place& from, const explorer::Place& to, int weight = 1) {
  return explorer::move(from, to, weight, Counter::lgkm);
}

/// Tile 0 in an operation of weight 2, tile 1 in one of weight 3, and a wait before tile 0 is read.
inline WaveProgram weighted(int allowed) {
  using namespace explorer;
  Line line(1, 2, 1);
  line.put({fetch(0, 0, {shared, 0}, 2), fetch(1, 0, {shared, 1}, 3), wait(Counter::vm, allowed),
            read({shared, 0}, {own, 0}), wait(Counter::lgkm, 0), consume(0, {{own, 0}})});
  return line.program();
}

}  // namespace stretto::small
