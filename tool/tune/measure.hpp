// The work of a trip, the measure that makes points of different tiles comparable.
#pragma once

#include <string>

#include "tune/knobs.hpp"

namespace stretto::tool {

/// Loops: multiply-accumulates or bytes per workgroup. Schedules: busy cycles of the MMA unit, so that work per cycle
/// is the share of busy cycles.
struct Measure {
  std::string unit;  // "MACs", "bytes" or "MMA busy"
  bool is_share = false;

  /// "2048.0", or "93.9%".
  [[nodiscard]] std::string text(double per_cycle) const;
  /// The column title: "MACs/cycle", or "MMA busy".
  [[nodiscard]] std::string column() const { return is_share ? unit : unit + "/cycle"; }
};

Measure measure_of(const TuneSubject& subject);

/// The work of one iteration: multiply-accumulates, or bytes that are loaded if nothing multiplies.
long work_of(const Loop& loop);

/// The peak per cycle: 1 for a share, else the rate of the tensor units; 0 if unknown.
double peak_of(const TuneSubject& subject);

}  // namespace stretto::tool
