#include "merge_command.hpp"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "input.hpp"
#include "json/printable.hpp"
#include "output.hpp"
#include "tune/merge.hpp"

namespace stretto::tool {

namespace {

/// A file that exists must be of the same sweep, and the points in it among those that are merged.
void write_results(const std::string& path, const MergedResults& merged) {
  if (path == "-") {
    write_output(path, results_text(merged.space, {}, merged.rows));
    return;
  }
  ResultsFile file(path, merged.space, {});
  for (const TuneRow& row : file.found()) {
    const auto same = std::ranges::lower_bound(merged.rows, row.point, {}, &TuneRow::point);
    if (same != merged.rows.end() && *same == row) continue;
    throw InputError(path + ": has results for point " + std::to_string(row.point) +
                     " that none of the merged files has; merge it, too, or use another file");
  }
  file.finish(merged.rows);
}

}  // namespace

CLI::App* add_merge(CLI::App& app, MergeArguments& arguments) {
  CLI::App* merge = app.add_subcommand("merge", "Merge the results files of a sweep's shards and rank all points");
  merge->add_option("files", arguments.files, "Results files of one sweep")->required()->type_name("FILE");
  merge->add_option("--results", arguments.results, "Write all points to this file, as a sweep without shards would")
      ->type_name("FILE");
  add_report_options(*merge, arguments.report);
  set_examples(*merge, {"stretto tune gemm --vary slots=2..4 --shard 1/2 --results shard1.jsonl",
                        "stretto tune gemm --vary slots=2..4 --shard 2/2 --results shard2.jsonl",
                        "stretto merge shard1.jsonl shard2.jsonl --results all.jsonl",
                        "stretto merge shard*.jsonl --svg -o sweep.svg"});
  return merge;
}

int run_merge(const MergeArguments& arguments) {
  refuse_same_file(arguments.results, arguments.report.output);
  const MergedResults merged = merge_results(arguments.files);
  const std::string report =
      about_input(arguments.files.front(), [&] { return report_text(merged.space, merged.rows, arguments.report); });
  if (!arguments.results.empty()) write_results(arguments.results, merged);
  write_output(arguments.report.output, report);
  if (merged.missing.empty()) return ranked_status(merged.space, merged.rows, arguments.report);
  std::cerr << "stretto: note: " << merged.missing.size() << " of " << merged.space.size()
            << " points are missing, for example point " << merged.missing.front() << " ("
            << merged.space.label(merged.missing.front()) << ")";
  if (!arguments.results.empty())
    std::cerr << "; to run them, use tune with --results " << printable(arguments.results);
  std::cerr << "\n";
  return exit_incomplete;
}

}  // namespace stretto::tool
