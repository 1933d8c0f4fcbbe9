// The report of a sweep, in the requested format.
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

/// The data of a report.
struct TuneReport {
  const TuneSpace& space;
  const std::vector<TuneRow>& rows;  // in order
  Require require = Require::proven;
  Measure measure;
  Ranking ranking;
};

/// Unranked rows with the same reason, up to the numbers in it.
struct UnrankedGroup {
  std::string reason;  // of the first row
  const TuneRow* first = nullptr;
  long count = 0;
};
/// Largest group first.
std::vector<UnrankedGroup> unranked_groups(const TuneReport& report);

/// "gemm, h200, bf16: 24 of 24 points, 18 proven, 6 refused".
std::string summary(const TuneReport& report);
/// The options common to all points: "gemm on h200, bf16".
std::string subject_text(const TuneSpace& space);

// One source file each.
std::string tune_table(const TuneReport& report, int top);
std::string tune_csv(const TuneReport& report);
std::string tune_json(const TuneReport& report);
std::string tune_svg(const TuneReport& report);

Require read_require(const std::string& text);
void add_report_options(CLI::App& command, TuneReportArguments& arguments);
std::string report_text(const TuneSpace& space, const std::vector<TuneRow>& rows, const TuneReportArguments& arguments);

/// The exit status of a whole sweep. If it has no point that could be ranked, says so on standard error.
int ranked_status(const TuneSpace& space, const std::vector<TuneRow>& rows, const TuneReportArguments& arguments);

}  // namespace stretto::tool
