#include "tune_command.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "json/printable.hpp"
#include "output.hpp"
#include "show/find_subject.hpp"
#include "tune/progress.hpp"
#include "tune/results_file.hpp"
#include "tune/stop_signal.hpp"
#include "tune/sweep.hpp"

namespace stretto::tool {

namespace {

int default_jobs() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

/// A running sweep: the finished points, the best so far, and the results file.
class RunningSweep {
 public:
  RunningSweep(const TuneArguments& arguments, const TuneSpace& space, const Shard& shard)
      : space_(space), require_(read_require(arguments.report.require)), measure_(measure_of(space.subject)) {
    const auto opened = [&] { return std::make_unique<ResultsFile>(arguments.results, space, shard); };
    if (!arguments.results.empty()) file_ = about_kind(arguments.results, "tune --results", opened);
    if (file_) rows_ = file_->found();
    std::set<long> found;
    for (const TuneRow& row : rows_) {
      found.insert(row.point);
      consider(row);
    }
    for (long point = 0; point < space.size(); ++point) {
      if (shard.has(point) && !found.contains(point)) open_.push_back(point);
    }
  }

  void run(int jobs) {
    const auto total = static_cast<long>(rows_.size() + open_.size());
    ProgressBar bar(static_cast<long>(rows_.size()), total);
    const auto done = [&](const TuneRow& row) {
      if (file_) file_->append(row);
      rows_.push_back(row);
      consider(row);
    };
    const auto tick = [&] { bar.draw(static_cast<long>(rows_.size()), best_); };
    sweep(space_, open_, jobs, {done, tick, [] { return stop_signal() != 0; }});
    std::ranges::sort(rows_, {}, &TuneRow::point);
    if (file_) file_->finish(rows_);
    missing_ = total - static_cast<long>(rows_.size());
  }

  [[nodiscard]] const std::vector<TuneRow>& rows() const { return rows_; }
  [[nodiscard]] long missing() const { return missing_; }

 private:
  void consider(const TuneRow& row) {
    if (!meets(row, require_) || (has_best_ && !better(row, best_row_))) return;
    has_best_ = true;
    best_row_ = row;
    best_ = measure_.text(row.work_per_cycle()) + " " + measure_.column() + " at " + space_.label(row.point);
  }

  const TuneSpace& space_;
  Require require_;
  Measure measure_;
  std::unique_ptr<ResultsFile> file_;
  std::vector<TuneRow> rows_;
  std::vector<long> open_;
  long missing_ = 0;
  bool has_best_ = false;
  TuneRow best_row_;
  std::string best_;
};

}  // namespace

CLI::App* add_tune(CLI::App& app, TuneArguments& arguments) {
  CLI::App* tune = app.add_subcommand(
      "tune", "Sweep knobs of a loop or a schedule: compile, verify and time every combination, and rank them");
  add_tuned_subject(*tune, arguments.subject);
  tune->add_option(
          "--vary", arguments.vary,
          "A knob and its values; once per knob; values: 2,3,5 or 2..8 or 2..8..2; sides of a tile may be ranges")
      ->required()
      ->type_name("KNOB=VALUES")
      ->allow_extra_args(false);
  tune->add_option("--results", arguments.results,
                   "Store every point in this file as one JSON line; points already in it are not run again")
      ->type_name("FILE");
  tune->add_option("--shard", arguments.shard, "I/N: run shard I of N, counted from 1; merge combines the shards");
  tune->add_option("--jobs", arguments.jobs, "Points evaluated in parallel; default: one per core")
      ->check(CLI::Range(1, 1024));
  add_report_options(*tune, arguments.report);
  set_examples(*tune, {"stretto tune gemm --vary tile=128x128x64,128x256x64 --vary slots=2..4",
                       "stretto tune ping_pong --vary sync=declared,derived --vary order=identity,greedy,csp",
                       "stretto tune gemm --vary slots=2..6 --shard 2/8 --results shard2.jsonl"});
  return tune;
}

int run_tune(const TuneArguments& arguments) {
  refuse_same_file(arguments.results, arguments.report.output);
  const TuneSpace space = about_subject(arguments.subject.what, [&] {
    return make_space(arguments.subject.what, arguments.subject.typed, arguments.vary);
  });
  const Shard shard = arguments.shard.empty() ? Shard{} : read_shard(arguments.shard);
  RunningSweep running(arguments, space, shard);
  catch_stop_signals();
  running.run(arguments.jobs > 0 ? arguments.jobs : default_jobs());
  if (running.missing() > 0) {
    std::cerr << "stretto: note: stopped with " << running.missing() << " points left"
              << (arguments.results.empty()
                      ? "\n"
                      : "; run the same command to continue from " + printable(arguments.results) + "\n");
  }
  write_output(arguments.report.output, report_text(space, running.rows(), arguments.report));
  if (running.missing() > 0) return exit_of_signal(stop_signal());
  // Another shard may have the points that can be ranked.
  return shard.is_all() ? ranked_status(space, running.rows(), arguments.report) : exit_done;
}

}  // namespace stretto::tool
