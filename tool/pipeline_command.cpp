#include "pipeline_command.hpp"

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

CLI::App* add_pipeline(CLI::App& app, PipelineArguments& arguments) {
  CLI::App* pipeline = app.add_subcommand(
      "pipeline", "Schedule, synchronise and verify a declared loop on a target; without a loop: list the loops");
  pipeline->add_option("loop", arguments.loop, "A declared loop")->check(CLI::IsMember(loop_names()));
  add_loop_options(*pipeline, arguments.options);
  add_output(*pipeline, arguments.output);
  add_format(*pipeline, arguments.format);
  set_examples(*pipeline, {"stretto pipeline flash_attention --target h200",
                           "stretto pipeline gemm --target mi355x --format json -o gemm.json"});
  return pipeline;
}

int run_pipeline(const PipelineArguments& arguments) {
  if (arguments.loop.empty()) {
    write_output(arguments.output, pipeline_list());
    return exit_done;
  }
  const PipelineReport report = report_pipeline(request_from(arguments.loop, arguments.options));
  write_output(arguments.output,
               arguments.format == "json" ? pipeline_json(report).dump(2) + "\n" : pipeline_text(report));
  return exit_status(report.pipe.verdict);
}

}  // namespace stretto::tool
