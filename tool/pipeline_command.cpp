#include "pipeline_command.hpp"

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "loop/loop_writer.hpp"
#include "output.hpp"
#include "pipeline_report.hpp"
#include "show/find_subject.hpp"

namespace stretto::tool {

CLI::App* add_pipeline(CLI::App& app, PipelineArguments& arguments) {
  CLI::App* pipeline = app.add_subcommand(
      "pipeline", "Schedule, synchronise and verify a declared loop on a target; without a loop: list the loops");
  add_names_or_file(*pipeline, "loop", arguments.loop, loop_names(), "A built-in loop, or a loop file");
  add_loop_options(*pipeline, arguments.options);
  add_output(*pipeline, arguments.output);
  add_format(*pipeline, arguments.format, {"text", "json", "loop"});
  set_examples(*pipeline, {"stretto pipeline flash_attention --target h200",
                           "stretto pipeline gemm --target mi355x --format json -o gemm.json",
                           "stretto pipeline gemm --format loop -o my_loop.json", "stretto pipeline my_loop.json"});
  return pipeline;
}

int run_pipeline(const PipelineArguments& arguments) {
  if (arguments.loop.empty()) {
    write_output(arguments.output, pipeline_list());
    return exit_done;
  }
  int status = exit_done;
  const std::string out = about_subject(arguments.loop, [&] {
    const LoadedLoop source = load_loop(arguments.loop, arguments.options);
    if (arguments.format == "loop") return loop_file_text(loop_json(source.loop, source.target, source.options));
    const PipelineReport report = report_pipeline(source);
    status = exit_status(report.pipe.verdict);
    return arguments.format == "json" ? pipeline_json(report).dump(2) + "\n" : pipeline_text(report);
  });
  write_output(arguments.output, out);
  return status;
}

}  // namespace stretto::tool
