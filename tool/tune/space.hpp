// The points of a sweep: every combination of the values of its knobs, numbered. The last knob varies fastest.
#pragma once

#include <string>
#include <vector>

#include "tune/knobs.hpp"

namespace stretto::tool {

inline constexpr long max_points = 1'000'000;

struct TuneAxis {
  Knob knob;
  std::vector<std::string> values;
};

struct TuneSpace {
  TuneSubject subject;  // with the options common to all points
  std::vector<TuneAxis> axes;

  [[nodiscard]] long size() const;
  /// The index of a point's value on an axis.
  [[nodiscard]] std::size_t digit(long point, std::size_t axis) const;
  [[nodiscard]] const std::string& value(long point, std::size_t axis) const;
  /// "tile=128x256x64 slots=3".
  [[nodiscard]] std::string label(long point) const;
  /// Throws InputError if the values are incompatible.
  [[nodiscard]] TuneSubject at(long point) const;
};

/// From the command line: options common to all points, and knobs with their values (`slots=2..4`,
/// `tile=128x128x64,128x256x64`). Throws InputError for an unknown or duplicate knob or value, and for more than
/// `max_points` points.
TuneSpace make_space(const std::string& what, const std::vector<TypedOption>& options,
                     const std::vector<std::string>& vary);

/// The space as the header of a results file, and back, without the shard and the version.
Json space_json(const TuneSpace& space);
TuneSpace read_space(const Json& head, const std::string& where);

}  // namespace stretto::tool
