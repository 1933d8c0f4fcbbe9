#include "list_command.hpp"

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "pipeline_catalog.hpp"

namespace stretto::tool {

CLI::App* add_list(CLI::App& app, ListArguments& arguments) {
  CLI::App* list = app.add_subcommand("list", "List the built-in schedules, loops, targets and verdicts");
  add_output(*list, arguments.output);
  set_examples(*list, {"stretto list"});
  return list;
}

int run_list(const ListArguments& arguments) {
  const std::string head =
      "schedules\n"
      "  single_buffer  depth 1: the next tile is held in registers; compiler-inserted waits, scheduler hints\n"
      "  ping_pong      depth 2: eight waves in two staggered groups, one loads while the other multiplies\n"
      "  four_wave      depth 2: four waves; the first fragments of the next K partition are read early\n"
      "  all also with derived synchronisation (compile --sync derived), proven for every trip count\n"
      "targets\n"
      "  mi355x         AMD MI355X (gfx950), costs 200 / 20 / 16 as in the Mojo package\n"
      "verdicts\n"
      "  proven             all accesses that must be ordered are ordered, for every trip count\n"
      "  relies_on_latency  some are not ordered, but separated by a margin of cycles\n"
      "  race               some accesses may happen in the wrong order; a counterexample shows how\n"
      "  invalid            the program cannot run\n";
  write_output(
      arguments.output,
      head + pipeline_list() +
          "  stretto pipeline LOOP --target TARGET schedules a loop; every pipeline that it accepts is proven\n");
  return exit_done;
}

}  // namespace stretto::tool
