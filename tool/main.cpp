// The command-line program `stretto`.
#include <iostream>

#include <CLI/CLI.hpp>

#include "compile_command.hpp"
#include "diff_command.hpp"
#include "execute_command.hpp"
#include "exit_status.hpp"
#include "explain_command.hpp"
#include "list_command.hpp"
#include "merge_command.hpp"
#include "pipeline_command.hpp"
#include "schedule_command.hpp"
#include "show_command.hpp"
#include "tune_command.hpp"
#include "verify_command.hpp"

namespace stretto::tool {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Compile-time software pipelining for GPU kernels: compiles, verifies and prints schedules.", "stretto");
  app.set_version_flag("--version", std::string("stretto ") + STRETTO_VERSION);
  app.require_subcommand(1);
  app.footer(exit_status_help);
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
  add_list(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (!app.remaining().empty() && app.get_subcommands().empty()) {
      std::cerr << "stretto: error: unknown subcommand \"" << app.remaining().front() << "\"; try stretto --help\n";
      return exit_bad_input;
    }
    return app.exit(error) == 0 ? exit_done : exit_bad_input;
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
  return run_list();
}

}  // namespace
}  // namespace stretto::tool

int main(int argc, char** argv) {
  try {
    return stretto::tool::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "stretto: error: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "stretto: error: " << error.what() << "\n";
  }
  return stretto::tool::exit_bad_input;
}
