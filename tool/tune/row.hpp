// What a sweep finds out about a point: figures, or why there are none.
#pragma once

#include <string>

#include <stretto/stretto.hpp>

#include "tune/space.hpp"

namespace stretto::tool {

struct TuneRow {
  long point = 0;
  std::string refused;  // the reason; then there is nothing else
  Verdict verdict = Verdict::proven;
  long cycles = 0;  // of `period` trips in the steady state, signals priced
  int period = 1;
  bool exact = true;  // the run repeats; else an average
  int tiles = 1;      // K tiles, or blocks of keys or bytes, of a trip
  long work = 0;      // of `period` trips, in the unit of the sweep (measure.hpp)
  long interval = 0;  // initiation interval of a loop; 0: none
  long bound = 0;     // that is proven for it
  std::string bound_by;
  std::string slots;        // "A 3, B 3"
  long shared_bytes = 0;    // of a workgroup; 0: not known
  long register_bytes = 0;  // of a wave; 0: not known
  std::string stall;        // the largest, in words

  [[nodiscard]] double cycles_of_trip() const { return static_cast<double>(cycles) / period; }
  [[nodiscard]] double cycles_of_tile() const { return cycles_of_trip() / tiles; }
  [[nodiscard]] double work_per_cycle() const {
    return cycles == 0 ? 0.0 : static_cast<double>(work) / static_cast<double>(cycles);
  }
  friend bool operator==(const TuneRow&, const TuneRow&) = default;
};

/// With the values of its knobs, so that a line can be read alone.
Json row_json(const TuneRow& row, const TuneSpace& space);
TuneRow read_row(const Json& line, const TuneSpace& space, const std::string& where);

}  // namespace stretto::tool
