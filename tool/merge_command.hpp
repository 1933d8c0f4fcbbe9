// stretto merge: merges the results of a sweep's shards.
#pragma once

#include <string>
#include <vector>

#include "tune/report.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct MergeArguments {
  std::vector<std::string> files;
  std::string results;
  TuneReportArguments report;
};

CLI::App* add_merge(CLI::App& app, MergeArguments& arguments);
int run_merge(const MergeArguments& arguments);

}  // namespace stretto::tool
