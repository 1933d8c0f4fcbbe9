// Results files of one sweep, put together.
#pragma once

#include <string>
#include <vector>

#include "tune/results_file.hpp"

namespace stretto::tool {

struct MergedResults {
  TuneSpace space;
  std::vector<TuneRow> rows;  // in order
  std::vector<long> missing;  // points that no file has
};

/// Throws InputError if the files are not of one sweep, or say different things of a point.
MergedResults merge_results(const std::vector<std::string>& files);

}  // namespace stretto::tool
