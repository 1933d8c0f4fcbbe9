// stretto tune: sweeps knobs of a loop or a schedule.
#pragma once

#include <string>
#include <vector>

#include "show/subject.hpp"
#include "tune/report.hpp"
#include "tune/space.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct TuneArguments {
  SubjectArguments subject;
  std::vector<std::string> vary;
  std::string results;
  std::string shard;  // I/N; empty: all points
  int jobs = 0;       // 0: one per core
  TuneReportArguments report;
};

CLI::App* add_tune(CLI::App& app, TuneArguments& arguments);
int run_tune(const TuneArguments& arguments);

}  // namespace stretto::tool
