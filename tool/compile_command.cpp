#include "compile_command.hpp"

#include <iostream>
#include <utility>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "compiled_case.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "output.hpp"
#include "result_json.hpp"
#include "text_report.hpp"
#include "verification_text.hpp"

namespace stretto::tool {

namespace {

CompileOptions options_of(const CompileArguments& arguments) {
  CompileOptions options = arguments.options;
  for (const VerificationLevel level :
       {VerificationLevel::structural, VerificationLevel::latency, VerificationLevel::proven}) {
    if (arguments.verify == name(level)) options.verify = level;
  }
  return options;
}

/// Reports a schedule that misses the required verification level, with all its hazards.
int refuse_unsafe(const Case& input, const CompiledSchedule& compiled) {
  const Verified found = verified(compiled, tag_namer(input));
  std::cerr << "stretto: error: " << refusal(input, compiled) << "\n" << hazards_text(found);
  return exit_status(found.verdict());
}

}  // namespace

CLI::App* add_compile(CLI::App& app, CompileArguments& arguments) {
  CLI::App* compile = app.add_subcommand("compile", "Compile a case and print all results");
  add_files(*compile, "case", "JSON file with name, schedule and params", arguments);
  add_format(*compile, arguments.format);
  compile->add_option("--verify", arguments.verify, "Required verification level; default: the schedule's own")
      ->check(CLI::IsMember({"structural", "latency", "proven"}));
  add_sync(*compile, arguments.sync, "Which waits and barriers to use");
  compile->add_option("--node-budget", arguments.options.node_budget, "Node budget of the exact scheduler")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  set_examples(*compile, {"stretto compile examples/cases/ping_pong_bf16.json --format text",
                          "stretto compile examples/cases/ping_pong_bf16.json --sync derived -o proven.json"});
  return compile;
}

int run_compile(const CompileArguments& arguments) {
  const auto [input, compiled] = about_input(arguments.input, [&] {
    const Case read = read_case(read_input(arguments.input, "compile"), JsonPlace(input_name(arguments.input)));
    CompiledSchedule made = compile_case(read, arguments.sync, options_of(arguments));
    const bool unsafe = made.error.rule == Rule::race || made.error.rule == Rule::relies_on_latency;
    if (made.error && !unsafe) throw InputError(refusal(read, made));
    return std::pair(read, std::move(made));
  });
  if (compiled.error) return refuse_unsafe(input, compiled);
  const std::string notes = broken_edge_notes(input, compiled);
  if (!notes.empty()) std::cerr << "stretto: note: " << input.name << ":\n" << notes;
  write_output(arguments.output,
               arguments.format == "json" ? json_text(result_json(input, compiled)) : text_report(input, compiled));
  return exit_done;
}

}  // namespace stretto::tool
