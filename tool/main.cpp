// The command-line program `stretto`. Exit status: 0 done, 2 bad input or usage.
#include <fstream>
#include <iostream>

#include <CLI/CLI.hpp>

#include "case.hpp"
#include "result_json.hpp"
#include "text_report.hpp"

namespace stretto::tool {
namespace {

constexpr int bad_input = 2;

struct CompileArguments {
  std::string input;
  std::string output;
  std::string format = "json";
  std::string verify = "structural";
  CompileOptions options;
};

/// Writes the whole text or nothing: the file appears under its name only when it is complete.
void write_output(const std::string& path, const std::string& text) {
  if (path.empty()) {
    std::cout << text << std::flush;
    if (!std::cout) throw InputError("cannot write to standard output");
    return;
  }
  const std::string partial = path + ".partial";
  {
    std::ofstream file(partial, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
      std::remove(partial.c_str());
      throw InputError(path + ": cannot write the file");
    }
  }
  if (std::rename(partial.c_str(), path.c_str()) != 0) {
    std::remove(partial.c_str());
    throw InputError(path + ": cannot write the file");
  }
}

int run_compile(const CompileArguments& arguments) {
  const Case input = read_case(read_json_file(arguments.input));
  const CompiledSchedule compiled =
      std::visit([&](const auto& schedule) { return try_compile(schedule, arguments.options); }, input.schedule);
  if (compiled.error) throw InputError(refusal(input, compiled));
  const std::string notes = broken_edge_notes(input, compiled);
  if (!notes.empty()) std::cerr << "stretto: note: " << input.name << ":\n" << notes;
  write_output(arguments.output,
               arguments.format == "json" ? json_text(result_json(input, compiled)) : text_report(input, compiled));
  return 0;
}

int run_list() {
  std::cout
      << "schedules\n"
         "  single_buffer  depth 1: the next tile waits in registers; the compiler's waits, hints for its scheduler\n"
         "  ping_pong      depth 2: eight waves in two staggered groups, one loads while the other multiplies\n"
         "  four_wave      depth 2: four waves, leading fragments of the next K partition rotated in early\n"
         "targets\n"
         "  mi355x         AMD MI355X (gfx950), costs 200 / 20 / 16 as the documented system weighs them\n";
  return 0;
}

int run(int argc, char** argv) {
  CLI::App app("Compile-time software pipelining for GPU kernels: compiles, checks and prints schedules.", "stretto");
  app.set_version_flag("--version", std::string("stretto ") + STRETTO_VERSION);
  app.require_subcommand(1);

  CompileArguments arguments;
  CLI::App* compile = app.add_subcommand("compile", "Compile a case and print all results");
  compile->add_option("case", arguments.input, "JSON file with name, schedule and params")->required();
  compile->add_option("-o,--output", arguments.output, "Write to this file instead of standard output");
  compile->add_option("--format", arguments.format, "json or text")
      ->check(CLI::IsMember({"json", "text"}))
      ->capture_default_str();
  compile->add_option("--verify", arguments.verify, "Verification level: structural")
      ->check(CLI::IsMember({"structural"}))
      ->capture_default_str();
  compile->add_option("--node-budget", arguments.options.node_budget, "Nodes the exact scheduler may visit")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  compile->footer("Example: stretto compile examples/cases/ping_pong_bf16.json --format text");
  CLI::App* list = app.add_subcommand("list", "Show the built-in schedules and targets");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (!app.remaining().empty() && app.get_subcommands().empty()) {
      std::cerr << "stretto: error: unknown subcommand \"" << app.remaining().front() << "\"; try stretto --help\n";
      return bad_input;
    }
    return app.exit(error) == 0 ? 0 : bad_input;
  }
  return *list ? run_list() : run_compile(arguments);
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
  return stretto::tool::bad_input;
}
