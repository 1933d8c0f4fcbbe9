#include "command_line.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>

#include <CLI/CLI.hpp>

#include "audit_command.hpp"
#include "common_options.hpp"
#include "compile_command.hpp"
#include "diff_command.hpp"
#include "execute_command.hpp"
#include "exit_status.hpp"
#include "explain_command.hpp"
#include "json/printable.hpp"
#include "list_command.hpp"
#include "merge_command.hpp"
#include "output.hpp"
#include "pipeline_command.hpp"
#include "plan_command.hpp"
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

/// A command that was added to the program, and what runs it.
struct Command {
  const CLI::App* declared;
  std::function<int()> run;
};

template <class Arguments>
Command command(CLI::App& app, CLI::App* (*add)(CLI::App&, Arguments&), int (*run)(const Arguments&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {add(app, *arguments), [=] { return run(*arguments); }};
}

/// A command about the commands.
template <class Arguments>
Command command(CLI::App& app, CLI::App* (*add)(CLI::App&, Arguments&), int (*run)(const CLI::App&, const Arguments&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {add(app, *arguments), [&app, arguments, run] { return run(app, *arguments); }};
}

}  // namespace

int run_command(int argc, const char* const* argv) {
  CLI::App app("Compile-time software pipelining for GPU kernels: compiles, verifies and draws schedules.", "stretto");
  app.formatter_fn([](const CLI::App* command, const std::string&, CLI::AppFormatMode) {
    return help_text(usage_of(*command), "stretto");
  });
  app.set_help_flag("-h,--help", "Print the help of the program or of a command");
  app.set_version_flag("-V,--version", std::string("stretto ") + STRETTO_VERSION, "Print the version");
  app.require_subcommand(1);
  app.option_defaults()->disable_flag_override();
  const Command commands[] = {command(app, add_compile, run_compile),   command(app, add_verify, run_verify),
                              command(app, add_execute, run_execute),   command(app, add_audit, run_audit),
                              command(app, add_schedule, run_schedule), command(app, add_pipeline, run_pipeline),
                              command(app, add_plan, run_plan),         command(app, add_show, run_show),
                              command(app, add_explain, run_explain),   command(app, add_diff, run_diff),
                              command(app, add_tune, run_tune),         command(app, add_merge, run_merge),
                              command(app, add_list, run_list),         command(app, add_completion, run_completion),
                              command(app, add_man, run_man),           command(app, add_help, run_help)};
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
  return std::ranges::find_if(commands, [](const Command& command) { return static_cast<bool>(*command.declared); })
      ->run();
}

int run_command_line(int argc, const char* const* argv) {
  try {
    return run_command(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "stretto: error: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "stretto: error: " << message_text(error.what()) << "\n";
  }
  return exit_bad_input;
}

}  // namespace stretto::tool
