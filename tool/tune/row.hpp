// The result of one point of a sweep: figures, or the reason for their absence.
#pragma once

#include <string>

#include <stretto/stretto.hpp>

#include "tune/space.hpp"

namespace stretto::tool {

struct TuneRow {
  long point = 0;
  std::string refused;  // the reason; then all other fields are unset
  Verdict verdict = Verdict::proven;
  long cycles = 0;  // of `period` trips in the steady state, signals priced
  int period = 1;
  bool exact = true;  // the steady state repeats exactly; else an average
  int tiles = 1;      // K tiles, or blocks of keys or bytes, of a trip
  long work = 0;      // of `period` trips, in the unit of the sweep (measure.hpp)
  long interval = 0;  // initiation interval of a loop; 0: none
  long bound = 0;     // the proven lower bound
  std::string bound_by;
  std::string slots;        // "A 3, B 3"
  long shared_bytes = 0;    // of a workgroup; 0: unknown
  long register_bytes = 0;  // of a wave; 0: unknown
  std::string stall;        // the largest, as text

  [[nodiscard]] double cycles_of_trip() const { return static_cast<double>(cycles) / period; }
  [[nodiscard]] double cycles_of_tile() const { return cycles_of_trip() / tiles; }
  [[nodiscard]] double work_per_cycle() const {
    return cycles == 0 ? 0.0 : static_cast<double>(work) / static_cast<double>(cycles);
  }
  friend bool operator==(const TuneRow&, const TuneRow&) = default;
};

/// Includes the knob values, so that a line can be read on its own.
Json row_json(const TuneRow& row, const TuneSpace& space);
TuneRow read_row(const Json& line, const TuneSpace& space, const std::string& where);

}  // namespace stretto::tool
