// What a sweep found, in the form that was asked for.
#pragma once

#include <string>
#include <vector>

#include "tune/measure.hpp"
#include "tune/ranking.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct TuneReportArguments {
  std::string format = "table";  // table, csv, json or svg
  std::string output;
  std::string require = "proven";  // proven, latency or any
  int top = 10;                    // rows of the table
};

/// All that the writers need.
struct TuneReport {
  const TuneSpace& space;
  const std::vector<TuneRow>& rows;  // in order
  Require require = Require::proven;
  Measure measure;
  Ranking ranking;
};

/// Rows that are not ranked for one reason, but for the numbers in it.
struct UnrankedGroup {
  std::string reason;  // of the first
  const TuneRow* first = nullptr;
  long count = 0;
};
/// Most points first.
std::vector<UnrankedGroup> unranked_groups(const TuneReport& report);

/// "gemm, h200, bf16: 24 of 24 points, 18 proven, 6 refused".
std::string summary(const TuneReport& report);
/// What is the same at every point: "gemm on h200, bf16".
std::string subject_text(const TuneSpace& space);

// One file each.
std::string tune_table(const TuneReport& report, int top);
std::string tune_csv(const TuneReport& report);
std::string tune_json(const TuneReport& report);
std::string tune_svg(const TuneReport& report);

Require read_require(const std::string& text);
void add_report_options(CLI::App& command, TuneReportArguments& arguments);
void write_report(const TuneSpace& space, const std::vector<TuneRow>& rows, const TuneReportArguments& arguments);

}  // namespace stretto::tool
