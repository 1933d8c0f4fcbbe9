// The command-line program `stretto`.
#include <iostream>

#include <CLI/CLI.hpp>

#include "compile_command.hpp"
#include "diff_command.hpp"
#include "execute_command.hpp"
#include "exit_status.hpp"
#include "explain_command.hpp"
#include "pipeline_catalog.hpp"
#include "pipeline_command.hpp"
#include "schedule_command.hpp"
#include "show_command.hpp"
#include "verify_command.hpp"

namespace stretto::tool {
namespace {

int run_list() {
  std::cout
      << "schedules\n"
         "  single_buffer  depth 1: the next tile waits in registers; the compiler's waits, hints for its scheduler\n"
         "  ping_pong      depth 2: eight waves in two staggered groups, one loads while the other multiplies\n"
         "  four_wave      depth 2: four waves, leading fragments of the next K partition rotated in early\n"
         "  each also with derived synchronisation (compile --sync derived), proven for every trip count\n"
         "targets\n"
         "  mi355x         AMD MI355X (gfx950), costs 200 / 20 / 16 as the documented system weighs them\n"
         "verdicts\n"
         "  proven             every hazard is ordered, for every trip count\n"
         "  relies_on_latency  some are not ordered, but apart by a margin of cycles\n"
         "  race               some may go wrong; a counterexample says how\n"
         "  invalid            not a program that can run\n"
      << pipeline_list() << "  each of them with stretto pipeline, proven for every trip count\n";
  return exit_done;
}

CLI::App* add_compile(CLI::App& app, CompileArguments& arguments) {
  CLI::App* compile = app.add_subcommand("compile", "Compile a case and print all results");
  compile->add_option("case", arguments.input, "JSON file with name, schedule and params")->required();
  compile->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  compile->add_option("--format", arguments.format, "json or text")
      ->check(CLI::IsMember({"json", "text"}))
      ->capture_default_str();
  compile
      ->add_option("--verify", arguments.verify,
                   "Refuse what is not: structural, latency or proven; default: as the "
                   "schedule declares")
      ->check(CLI::IsMember({"structural", "latency", "proven"}));
  compile->add_option("--sync", arguments.sync, "Waits and barriers: declared or derived")
      ->check(CLI::IsMember({"declared", "derived"}))
      ->capture_default_str();
  compile->add_option("--node-budget", arguments.options.node_budget, "Nodes the exact scheduler may visit")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  compile->footer(std::string("Example: stretto compile examples/cases/ping_pong_bf16.json --format text\n") +
                  exit_status_help);
  return compile;
}

void add_registers(CLI::App& command, std::string& registers) {
  command
      .add_option(
          "--registers", registers,
          "Who makes a reader of registers wait: explicit (the program's waits alone), interlocked (the compiler "
          "or the hardware) or both; default: as the schedule's kernel does")
      ->check(CLI::IsMember({"explicit", "interlocked", "both"}));
}

CLI::App* add_verify(CLI::App& app, VerifyArguments& arguments) {
  CLI::App* verify = app.add_subcommand("verify", "Verify a compiled schedule as it stands, for every trip count");
  verify->add_option("file", arguments.input, "JSON file that compile wrote")->required();
  verify->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  verify->add_option("--format", arguments.format, "json or text")
      ->check(CLI::IsMember({"json", "text"}))
      ->capture_default_str();
  add_registers(*verify, arguments.registers);
  verify->add_flag("--pairs", arguments.pairs, "List also the pairs that are in order");
  verify->footer(std::string("Example: stretto verify tests/reference/ping_pong_bf16_csp.json\n") + exit_status_help);
  return verify;
}

CLI::App* add_execute(CLI::App& app, ExecuteArguments& arguments) {
  CLI::App* execute = app.add_subcommand("execute", "Run a compiled schedule on numbers, under adversarial timing");
  execute->add_option("file", arguments.input, "JSON file that compile wrote")->required();
  execute->add_option("--seeds", arguments.seeds, "Interleavings to try with each trip count")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  execute->add_option("--trips", arguments.trips, "Trip counts, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  add_registers(*execute, arguments.registers);
  execute->footer(
      std::string("Example: stretto execute tests/reference/ping_pong_bf16_csp.json --trips 2 --seeds 500\n") +
      exit_status_help);
  return execute;
}

CLI::App* add_schedule(CLI::App& app, ScheduleArguments& arguments) {
  CLI::App* schedule = app.add_subcommand("schedule", "Schedule loops modulo their initiation interval, exactly");
  schedule->add_option("loops", arguments.input, "File with one loop a line, in JSON")->required();
  schedule->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  schedule->add_option("--budget", arguments.budget, "Seconds that each loop may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  schedule->add_option("--check", arguments.check, "Check the starts in this file, an earlier output, instead");
  schedule->footer(std::string("Example: stretto schedule tests/loops/origami.jsonl\n") + exit_status_help);
  return schedule;
}

void add_loop_options(CLI::App& command, LoopArguments& arguments) {
  command.add_option("--target", arguments.target, "Of a loop: h200, h100, b200, a100, mi300x or mi355x")
      ->capture_default_str();
  command.add_option("--tile", arguments.tile,
                     "Of a loop: MxNxK, queries x keys x head, or bytes; default: the target's");
  command.add_option("--type", arguments.type, "Of a loop: bf16 or fp8")
      ->check(CLI::IsMember({"bf16", "fp8"}))
      ->capture_default_str();
  command.add_option("--slots", arguments.slots, "Of a loop: slots of every buffer in shared memory; default: derived")
      ->check(CLI::Range(1, 1000));
  command.add_option("--groups", arguments.groups, "Of a loop: groups of waves that take turns")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  command.add_option("--cluster", arguments.cluster, "Of a loop: workgroups in step; those of gemm share B")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  command.add_flag("--persistent", arguments.persistent,
                   "Of a loop: runs follow each other, each with a trip count of its own");
}

CLI::App* add_pipeline(CLI::App& app, PipelineArguments& arguments) {
  CLI::App* pipeline = app.add_subcommand(
      "pipeline", "Schedule, synchronise and prove a declared loop on a target; without a loop: list them");
  pipeline->add_option("loop", arguments.loop, "gemm, flash_attention, reduction or copy");
  add_loop_options(*pipeline, arguments.options);
  pipeline->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  pipeline->add_option("--format", arguments.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  pipeline->footer(std::string("Example: stretto pipeline flash_attention --target h200\n") + exit_status_help);
  return pipeline;
}

/// What is to be looked at, and the options of declared loops and of schedules.
void add_subject(CLI::App& command, SubjectArguments& arguments) {
  command
      .add_option(
          "what", arguments.what,
          "A schedule (ping_pong, four_wave, single_buffer), a loop (gemm, flash_attention, reduction, copy), or "
          "a JSON file: a case, or what compile wrote")
      ->required();
  command.add_option("--sync", arguments.sync, "Waits and barriers of a schedule: declared or derived")
      ->check(CLI::IsMember({"declared", "derived"}))
      ->capture_default_str();
  add_loop_options(command, arguments.loop);
}

CLI::App* add_show(CLI::App& app, ShowArguments& arguments) {
  CLI::App* show = app.add_subcommand("show", "Draw a schedule: units, waves and what is in flight, cycle by cycle");
  add_subject(*show, arguments.subject);
  const auto format = [&](const char* name, const char* value, const char* help) {
    show->add_flag_callback(name, [&arguments, value] { arguments.format = value; }, help);
  };
  format("--svg", "svg", "A picture of the whole run");
  format("--html", "html", "A report in one file: timeline, why each wait is there, stalls, memory, verdict");
  format("--trace", "trace", "Chrome's trace events, for Perfetto; a microsecond is a cycle");
  format("--dot", "dot", "The kernel's dependences as a graph for Graphviz");
  format("--json", "json", "Everything that is drawn, as data");
  show->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  show->add_option("--trips", arguments.trips, "Trips of the run that is drawn, beyond the least")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  show->add_option("--from", arguments.from, "First cycle of the grid; default: two trips of the kernel")
      ->check(CLI::NonNegativeNumber);
  show->add_option("--to", arguments.to, "Last cycle of the grid")->check(CLI::PositiveNumber);
  show->add_option("--width", arguments.width, "Columns of the grid; default: the terminal's, or 120")
      ->check(CLI::Range(40, 10000));
  show->add_option("--color", arguments.colour, "auto, always or never; NO_COLOR is heeded")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  show->footer(std::string("Examples: stretto show ping_pong --sync derived\n"
                           "          stretto show flash_attention --target h200 --trace -o attention.trace.json\n") +
               exit_status_help);
  return show;
}

CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* explain =
      app.add_subcommand("explain", "One entry in words: what it waits for, who waits for it, its room");
  add_subject(*explain, arguments.subject);
  explain->add_option("entry", arguments.entry, "kernel[12]; of one agent: consumer:kernel[3]")->required();
  explain->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  explain->footer(std::string("Example: stretto explain ping_pong 'kernel[12]'\n") + exit_status_help);
  return explain;
}

CLI::App* add_diff(CLI::App& app, DiffArguments& arguments) {
  CLI::App* diff =
      app.add_subcommand("diff", "Two schedules side by side: ops moved, waits changed, cycles, slots, verdicts");
  add_subject(*diff, arguments.first);
  diff->add_option("other", arguments.second.what, "The second one; default: the same, with other options");
  diff->add_option("--other-sync", arguments.second.sync, "--sync of the second")
      ->check(CLI::IsMember({"declared", "derived"}));
  diff->add_option("--other-target", arguments.second.loop.target, "--target of the second");
  diff->add_option("--other-tile", arguments.second.loop.tile, "--tile of the second");
  diff->add_option("--other-slots", arguments.second.loop.slots, "--slots of the second")->check(CLI::Range(1, 1000));
  diff->add_option("--other-groups", arguments.second.loop.groups, "--groups of the second")->check(CLI::Range(1, 4));
  diff->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  diff->footer(std::string("Examples: stretto diff ping_pong --other-sync derived\n"
                           "          stretto diff gemm --other-target h100\n") +
               exit_status_help);
  return diff;
}

/// What is not said of the second is as of the first.
void complete(const CLI::App& diff, DiffArguments& arguments) {
  SubjectArguments& second = arguments.second;
  if (second.what.empty()) second.what = arguments.first.what;
  if (diff.count("--other-sync") == 0) second.sync = arguments.first.sync;
  LoopArguments loop = arguments.first.loop;
  if (diff.count("--other-target") != 0) loop.target = second.loop.target;
  if (diff.count("--other-tile") != 0) loop.tile = second.loop.tile;
  if (diff.count("--other-slots") != 0) loop.slots = second.loop.slots;
  if (diff.count("--other-groups") != 0) loop.groups = second.loop.groups;
  second.loop = loop;
}

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
  const CLI::App* compile = add_compile(app, compile_arguments);
  const CLI::App* verify = add_verify(app, verify_arguments);
  const CLI::App* execute = add_execute(app, execute_arguments);
  const CLI::App* schedule = add_schedule(app, schedule_arguments);
  const CLI::App* pipeline = add_pipeline(app, pipeline_arguments);
  const CLI::App* show = add_show(app, show_arguments);
  const CLI::App* explain = add_explain(app, explain_arguments);
  const CLI::App* diff = add_diff(app, diff_arguments);
  app.add_subcommand("list", "Show the built-in schedules, loops, targets and verdicts");

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
  if (*diff) {
    complete(*diff, diff_arguments);
    return run_diff(diff_arguments);
  }
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
