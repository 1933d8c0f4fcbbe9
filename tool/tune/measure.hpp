// The work of a trip, by which points of different tiles are compared.
#pragma once

#include <string>

#include "tune/knobs.hpp"

namespace stretto::tool {

/// Of a loop: multiply-accumulates or bytes, of a workgroup. Of a schedule: cycles that its MMA unit is busy, so that
/// work per cycle is the busy share.
struct Measure {
  std::string unit;  // "MACs", "bytes" or "MMA busy"
  bool is_share = false;

  /// "2048.0", or "93.9%".
  [[nodiscard]] std::string text(double per_cycle) const;
  /// Its column: "MACs/cycle", or "MMA busy".
  [[nodiscard]] std::string column() const { return is_share ? unit : unit + "/cycle"; }
};

Measure measure_of(const TuneSubject& subject);

/// Of a trip of a loop.
long work_of(const PipelineRequest& request);

/// The most that the units can do in a cycle: 1 for a share, the tensor units' rate; 0 where nothing such is known.
double peak_of(const TuneSubject& subject);

}  // namespace stretto::tool
