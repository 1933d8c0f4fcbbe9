// Writes wave programs by hand, one step at a time.
#pragma once

#include <vector>

#include "../program_parts.hpp"

namespace stretto::explorer {

using StepText = parts::WrittenStep;
using parts::barrier;
using parts::wait;

/// The place of an access: the slot in trip 0, the step of the slot per trip, and the subtile.
struct Place {
  int buffer = 0;
  int slot = 0;
  int slot_step = 0;
  int subtile = 0;
};

inline StepAccess reads(const Place& place, unsigned waves = 0) {
  return {place.buffer, place.slot, place.slot_step, place.subtile, AccessMode::read, waves};
}

inline StepAccess writes(const Place& place) {
  return {place.buffer, place.slot, place.slot_step, place.subtile, AccessMode::write, 0};
}

inline StepText fetch(int tile, int tile_step, const Place& to, int weight = 1, Counter counter = Counter::vm) {
  return parts::of_tile(Action::fetch, tile, tile_step).in(counter, weight).with(writes(to));
}

inline StepText move(const Place& from, const Place& to, int weight = 1, Counter counter = Counter::lgkm) {
  return parts::plain(Action::move).in(counter, weight).with(reads(from)).with(writes(to));
}

inline StepText consume(int accumulator, const std::vector<Place>& operands, Counter counter = Counter::none) {
  StepText text = parts::plain(Action::consume).in(counter);
  text.step.accumulator = accumulator;
  for (const Place& operand : operands) text.accesses.push_back(reads(operand));
  return text;
}

class ProgramWriter {
 public:
  WaveProgram program;

  int shared(int slots, int subtiles = 1) {
    return parts::add_buffer(program, "shared", Space::shared, slots, subtiles);
  }
  int registers(int slots, int subtiles = 1) {
    return parts::add_buffer(program, "registers", Space::registers, slots, subtiles);
  }

  /// This many K tiles without a trip, and one more per trip.
  void takes(int tiles, int min_trips = 0) {
    program.tiles = tiles;
    program.tiles_per_trip = 1;
    program.min_trips = min_trips;
  }

  int role(int waves, const char* name = "waves") { return parts::add_role(program, name, waves); }

  void put(int role, Section section, const StepText& text) { parts::add_step(program, role, section, text); }

  void put(int role, Section section, const std::vector<StepText>& texts) {
    for (const StepText& text : texts) put(role, section, text);
  }
};

}  // namespace stretto::explorer
