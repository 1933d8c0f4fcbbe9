#include "list_command.hpp"

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "pipeline_catalog.hpp"

namespace stretto::tool {

CLI::App* add_list(CLI::App& app, ListArguments& arguments) {
  CLI::App* list = app.add_subcommand("list", "Show the built-in schedules, loops, targets and verdicts");
  add_output(*list, arguments.output);
  set_examples(*list, {"stretto list"});
  return list;
}

int run_list(const ListArguments& arguments) {
  const std::string head =
      "schedules\n"
      "  single_buffer  depth 1: the next tile waits in registers; the compiler's waits, hints for its scheduler\n"
      "  ping_pong      depth 2: eight waves in two staggered groups, one loads while the other multiplies\n"
      "  four_wave      depth 2: four waves, leading fragments of the next K partition rotated in early\n"
      "  each also with derived synchronisation (compile --sync derived), proven for every trip count\n"
      "targets\n"
      "  mi355x         AMD MI355X (gfx950), costs 200 / 20 / 16 as in the Mojo package\n"
      "verdicts\n"
      "  proven             every hazard is ordered, for every trip count\n"
      "  relies_on_latency  some are not ordered, but apart by a margin of cycles\n"
      "  race               some may go wrong; a counterexample says how\n"
      "  invalid            not a program that can run\n";
  write_output(arguments.output,
               head + pipeline_list() + "  each of them with stretto pipeline, proven for every trip count\n");
  return exit_done;
}

}  // namespace stretto::tool
