// Results files of `tune`, merged.
#include "exit_status.hpp"
#include "harness.hpp"
#include "input_parts.hpp"
#include "merge_command.hpp"
#include "targets.hpp"

namespace stretto::fuzz {

void fuzz_results(const std::string& input) {
  const std::vector<std::string> parts = parts_of(input);
  tool::MergeArguments arguments;
  for (std::size_t i = 0; i < parts.size() && i < 3; ++i) {
    arguments.files.push_back("results" + std::to_string(i) + ".jsonl");
    write_file(arguments.files.back(), parts[i]);
  }
  const char* const formats[] = {"table", "csv", "json", "svg"};
  const char* const levels[] = {"proven", "latency", "any"};
  arguments.report.format = formats[choice(input, 4)];
  arguments.report.require = levels[choice(input + "level", 3)];
  arguments.results = "merged.jsonl";
  remove_file(arguments.results);
  const Ran merged = run([&] { return tool::run_merge(arguments); }, {.files = {"results"}});
  require(merged.accepted() == exists(arguments.results), "refused results are written, or accepted ones are not");
  if (!merged.accepted()) return;
  // The merged file represents all of them.
  arguments.files = {arguments.results};
  arguments.results.clear();
  const Ran again = run([&] { return tool::run_merge(arguments); }, {.files = {"merged"}});
  require(again.status == merged.status, "merged results are missing other points: " + again.err);
  require(again.out == merged.out, "merged results differ from those of the files:\n" + merged.out + again.out);
}

}  // namespace stretto::fuzz
