// The command-line program `stretto`.
#include <csignal>
#include <iostream>
#include <sstream>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "compile_command.hpp"
#include "diff_command.hpp"
#include "execute_command.hpp"
#include "exit_status.hpp"
#include "explain_command.hpp"
#include "list_command.hpp"
#include "merge_command.hpp"
#include "output.hpp"
#include "pipeline_command.hpp"
#include "schedule_command.hpp"
#include "show_command.hpp"
#include "tune_command.hpp"
#include "usage/command_usage.hpp"
#include "usage/help_text.hpp"
#include "usage/usage_error.hpp"
#include "usage_commands.hpp"
#include "verify_command.hpp"

namespace stretto::tool {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Compile-time software pipelining for GPU kernels: compiles, verifies and draws schedules.", "stretto");
  app.formatter_fn([](const CLI::App* command, const std::string&, CLI::AppFormatMode) {
    return help_text(usage_of(*command), "stretto");
  });
  app.set_help_flag("-h,--help", "Print the help of the program or of a command");
  app.set_version_flag("-V,--version", std::string("stretto ") + STRETTO_VERSION, "Print the version");
  app.require_subcommand(1);
  app.option_defaults()->disable_flag_override();
  CompileArguments compile_arguments;
  VerifyArguments verify_arguments;
  ExecuteArguments execute_arguments;
  ScheduleArguments schedule_arguments;
  PipelineArguments pipeline_arguments;
  ShowArguments show_arguments;
  ExplainArguments explain_arguments;
  DiffArguments diff_arguments;
  TuneArguments tune_arguments;
  MergeArguments merge_arguments;
  ListArguments list_arguments;
  CompletionArguments completion_arguments;
  ManArguments man_arguments;
  HelpArguments help_arguments;
  const CLI::App* compile = add_compile(app, compile_arguments);
  const CLI::App* verify = add_verify(app, verify_arguments);
  const CLI::App* execute = add_execute(app, execute_arguments);
  const CLI::App* schedule = add_schedule(app, schedule_arguments);
  const CLI::App* pipeline = add_pipeline(app, pipeline_arguments);
  const CLI::App* show = add_show(app, show_arguments);
  const CLI::App* explain = add_explain(app, explain_arguments);
  const CLI::App* diff = add_diff(app, diff_arguments);
  const CLI::App* tune = add_tune(app, tune_arguments);
  const CLI::App* merge = add_merge(app, merge_arguments);
  const CLI::App* list = add_list(app, list_arguments);
  const CLI::App* completion = add_completion(app, completion_arguments);
  const CLI::App* man = add_man(app, man_arguments);
  add_help(app, help_arguments);
  set_examples(app, {"stretto list", "stretto compile examples/cases/ping_pong_bf16.json --format text",
                     "stretto show gemm --target h200", "stretto show gemm --html -o gemm.html"});

  if (argc <= 1) {
    std::cerr << short_help(usage_of(app));
    return exit_bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help or --version
    std::ostringstream text;
    app.exit(asked, text);
    write_output("", text.str());
    return exit_done;
  } catch (const CLI::ParseError& error) {
    std::cerr << usage_error(app, error);
    return exit_bad_input;
  }
  if (*compile) return run_compile(compile_arguments);
  if (*verify) return run_verify(verify_arguments);
  if (*execute) return run_execute(execute_arguments);
  if (*schedule) return run_schedule(schedule_arguments);
  if (*pipeline) return run_pipeline(pipeline_arguments);
  if (*show) return run_show(show_arguments);
  if (*explain) return run_explain(explain_arguments);
  if (*diff) return run_diff(diff_arguments);
  if (*tune) return run_tune(tune_arguments);
  if (*merge) return run_merge(merge_arguments);
  if (*list) return run_list(list_arguments);
  if (*completion) return run_completion(app, completion_arguments);
  if (*man) return run_man(app, man_arguments);
  return run_help(app, help_arguments);
}

}  // namespace
}  // namespace stretto::tool

int main(int argc, char** argv) {
  // A closed pipe is a write error: it is reported, and files can still be completed.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return stretto::tool::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "stretto: error: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "stretto: error: " << error.what() << "\n";
  }
  return stretto::tool::exit_bad_input;
}
