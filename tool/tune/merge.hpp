// Merges the results files of one sweep.
#pragma once

#include <string>
#include <vector>

#include "tune/results_file.hpp"

namespace stretto::tool {

struct MergedResults {
  TuneSpace space;
  std::vector<TuneRow> rows;  // in order
  std::vector<long> missing;  // points in no file
};

/// Throws InputError if the files belong to different sweeps, or differ in a point.
MergedResults merge_results(const std::vector<std::string>& files);

}  // namespace stretto::tool
