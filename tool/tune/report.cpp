#include "tune/report.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "json/printable.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

/// The text with every number replaced by the same mark.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || !out.ends_with('0')) out += digit ? '0' : c;
  }
  return out;
}

}  // namespace

std::vector<UnrankedGroup> unranked_groups(const TuneReport& report) {
  std::vector<UnrankedGroup> groups;
  std::map<std::string, std::size_t> known;
  for (const TuneRow* row : report.ranking.unranked) {
    const std::string reason = row->refused.empty() ? name(row->verdict) : row->refused;
    const auto [at, fresh] = known.emplace(without_numbers(reason), groups.size());
    if (fresh) groups.push_back({reason, row, 0});
    ++groups[at->second].count;
  }
  std::ranges::sort(groups, {}, [](const UnrankedGroup& group) { return std::pair(-group.count, group.first->point); });
  return groups;
}

std::string subject_text(const TuneSpace& space) {
  std::string out = space.subject.what;
  const Json head = space_json(space);
  for (const auto& [knob, value] : head["fixed"].items()) {
    // Omit the defaults.
    if (value == false || value == 1 || value == "declared") continue;
    out += std::string(out == space.subject.what ? " with " : ", ") + knob + "=" +
           (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

std::string summary(const TuneReport& report) {
  std::map<std::string, long> counts;
  for (const TuneRow& row : report.rows) ++counts[row.refused.empty() ? name(row.verdict) : "refused"];
  const long all = report.space.size();
  const auto done = static_cast<long>(report.rows.size());
  std::string out = subject_text(report.space) + ": " + (done < all ? std::to_string(done) + " of " : "") +
                    std::to_string(all) + (all == 1 ? " point" : " points");
  for (const char* verdict :
       {name(Verdict::proven), name(Verdict::relies_on_latency), name(Verdict::race), "refused"}) {
    if (counts.contains(verdict)) out += ", " + std::to_string(counts[verdict]) + " " + verdict;
  }
  return out;
}

Require read_require(const std::string& text) {
  if (text == "proven") return Require::proven;
  return text == "latency" ? Require::latency : Require::any;
}

void add_report_options(CLI::App& command, TuneReportArguments& arguments) {
  CLI::Option* top = command.add_option("--top", arguments.top, "Number of points in the table")
                         ->check(CLI::Range(1L, 1000000L))
                         ->capture_default_str();
  command
      .add_option("--require", arguments.require, "Verdict required for ranking: proven, latency (or proven), or any")
      ->check(CLI::IsMember({"proven", "latency", "any"}))
      ->capture_default_str();
  add_formats(command, arguments.format,
              {{"--svg", "svg", "An SVG plot: work per cycle over the first knob, one line per value of the second"},
               {"--csv", "csv", "All points as CSV, best first, then the unranked ones"},
               {"--json", "json", "All points as JSON, with all figures"}});
  for (const char* format : {"--svg", "--csv", "--json"}) command.get_option(format)->excludes(top);
  add_output(command, arguments.output);
}

std::string report_text(const TuneSpace& space, const std::vector<TuneRow>& rows,
                        const TuneReportArguments& arguments) {
  const Require require = read_require(arguments.require);
  const TuneReport report{space, rows, require, measure_of(space.subject), rank(rows, require)};
  if (arguments.format == "svg") return tune_svg(report);
  if (arguments.format == "csv") return tune_csv(report);
  if (arguments.format == "json") return tune_json(report);
  return tune_table(report, arguments.top);
}

int ranked_status(const TuneSpace& space, const std::vector<TuneRow>& rows, const TuneReportArguments& arguments) {
  const Require require = read_require(arguments.require);
  const TuneReport report{space, rows, require, measure_of(space.subject), rank(rows, require)};
  if (!report.ranking.ranked.empty()) return exit_done;
  const std::vector<UnrankedGroup> groups = unranked_groups(report);
  std::string text = "no point was ranked; " + summary(report);
  if (!groups.empty())
    text += "; for example " + space.label(groups.front().first->point) + ": " + groups.front().reason;
  std::cerr << "stretto: error: " << message_text(text) << "\n";
  return exit_none_ranked;
}

}  // namespace stretto::tool
