#include "pipeline_command.hpp"

#include "exit_status.hpp"
#include "output.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

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
