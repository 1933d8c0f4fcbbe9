#include "pipeline_command.hpp"

#include "exit_status.hpp"
#include "output.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

namespace {

/// "128x256x64" to its numbers.
std::vector<int> read_tile(const std::string& text) {
  std::vector<int> sides;
  std::string digits;
  for (const char c : text + "x") {
    if (c >= '0' && c <= '9' && digits.size() < 9) {
      digits += c;
      continue;
    }
    if (c != 'x' || digits.empty()) throw InputError("tile \"" + text + "\": must be numbers with x between them");
    sides.push_back(std::stoi(digits));
    digits.clear();
  }
  return sides;
}

}  // namespace

int run_pipeline(const PipelineArguments& arguments) {
  if (arguments.loop.empty()) {
    write_output(arguments.output, pipeline_list());
    return exit_done;
  }
  PipelineRequest request;
  request.loop = arguments.loop;
  request.target = &find_gpu(arguments.target);
  if (!arguments.tile.empty()) request.tile = read_tile(arguments.tile);
  request.type = arguments.type == "fp8" ? NumberType::fp8 : NumberType::bf16;
  request.slots = arguments.slots;
  request.persistent = arguments.persistent;
  request.groups = arguments.groups;
  request.cluster = arguments.cluster;
  const PipelineReport report = report_pipeline(request);
  write_output(arguments.output,
               arguments.format == "json" ? pipeline_json(report).dump(2) + "\n" : pipeline_text(report));
  return exit_status(report.pipe.verdict);
}

}  // namespace stretto::tool
