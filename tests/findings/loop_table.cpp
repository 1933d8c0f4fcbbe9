// The tables and listings of docs/loops.md.
//
//   loop_table                 prints them all
//   loop_table check FILE      compares each with what is between its markers in FILE
//   loop_table update FILE     writes each between its markers
#include <cmath>
#include <cstdio>
#include <iostream>

#include <stretto/core/error.hpp>
#include <stretto/gpu/h200.hpp>

#include "document.hpp"
#include "output.hpp"
#include "pipeline_report.hpp"

namespace stretto::findings {
namespace {

using tool::PipelineReport;
using tool::PipelineRequest;

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value == std::floor(value) ? "%.0f" : "%.1f", value);
  return text;
}

/// "A 3, B 3": the slots of the buffers in shared memory.
std::string depth(const Pipeline& pipe) {
  std::string text;
  for (int b = 0; b < pipe.slots.size(); ++b) {
    if (pipe.loop.buffers[b].space != Space::shared) continue;
    text += (text.empty() ? "" : ", ") + std::string(pipe.loop.buffers[b].name) + " " + std::to_string(pipe.slots[b]);
  }
  return text;
}

std::string row(const PipelineRequest& request) {
  const PipelineReport report = tool::report_pipeline(tool::loaded(request));
  const Pipeline& pipe = report.pipe;
  std::string text = "| " + request.loop;
  if (request.loop == "gemm") text += std::string(" ") + name(request.type);
  if (request.groups > 1) text += ", " + std::to_string(request.groups) + " groups";
  text += std::string(" | ") + request.target->name + " | " + tool::tile_text(request);
  text += " | " + std::to_string(pipe.schedule.ii) + " | " + tool::bound_text(pipe);
  text += " | " + decimal(100 * report.utilisation(report.priced, TargetUnit::tensor)) + "%";
  text += " | " + depth(pipe) + " | " + std::to_string(pipe.shared_bytes());
  text += " | " + std::to_string(pipe.schedule.costs.stages);
  text += " | " + decimal(report.free.cycles_per_trip()) + " | " + decimal(report.priced.cycles_per_trip());
  return text + " | " + name(pipe.verdict) + " |\n";
}

std::string table() {
  std::string text =
      "| loop | target | tile | II | bound | tensor | slots | shared bytes | stages | cycles, signals free | priced | "
      "verdict |\n"
      "| --- | --- | --- | ---: | --- | ---: | --- | ---: | ---: | ---: | ---: | --- |\n";
  for (const PipelineRequest& request : tool::shipped_pipelines()) text += row(request);
  return text;
}

std::string misses() {
  std::string text;
  for (const PipelineRequest& request : tool::shipped_pipelines()) {
    const Pipeline pipe = tool::make_pipeline(request);
    const std::string miss = tool::str(describe_miss(pipe.problem, pipe.schedule));
    if (!miss.empty()) text += "- " + tool::title(request) + ": " + miss + "\n";
  }
  return text.empty() ? "None.\n" : text;
}

std::string attention() {
  const Pipeline pipe = tool::make_pipeline(tool::request_for("flash_attention", targets::h200));
  std::string text = "```text\n";
  for (int a = 0; a < pipe.program.roles.size(); ++a) {
    text += std::string(pipe.program.roles[a].name) + "\n" + tool::listing(pipe, pipe.program, a, Section::kernel);
  }
  return text + "```\n";
}

}  // namespace
}  // namespace stretto::findings

int main(int argc, char** argv) {
  using namespace stretto::findings;
  return exit_status([&] {
    return run_document({{"loops", table()}, {"capacity", misses()}, {"attention", attention()}}, argc, argv);
  });
}
