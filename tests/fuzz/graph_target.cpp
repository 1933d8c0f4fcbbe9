// Loop graphs, one per line, and files of starts.
#include "exit_status.hpp"
#include "harness.hpp"
#include "input_parts.hpp"
#include "schedule_command.hpp"
#include "subject_commands.hpp"
#include "targets.hpp"

namespace stretto::fuzz {

namespace {

Ran schedule(const std::string& file, const std::string& check) {
  tool::ScheduleArguments arguments;
  arguments.input = file;
  arguments.check = check;
  arguments.budget = 0.05;
  std::vector<std::string> files = {file};
  if (!check.empty()) files.push_back(check);
  return run([&] { return tool::run_schedule(arguments); }, {.files = files});
}

}  // namespace

void fuzz_graphs(const std::string& input) {
  const std::vector<std::string> parts = parts_of(input);
  write_file("graphs.jsonl", parts[0]);
  if (parts.size() > 1) {
    // Starts of another scheduler: any verdict, but the same with every command.
    write_file("starts.jsonl", parts[1]);
    schedule("graphs.jsonl", "starts.jsonl");
    try_subject("graphs.jsonl", input, "starts.jsonl");
    return;
  }
  const Ran found = schedule("graphs.jsonl", "");
  if (!found.accepted()) return;
  write_file("found.jsonl", found.out);
  require(schedule("graphs.jsonl", "found.jsonl").status == tool::exit_done, "a found schedule breaks a constraint");
  try_subject("graphs.jsonl", input, "found.jsonl");
}

}  // namespace stretto::fuzz
