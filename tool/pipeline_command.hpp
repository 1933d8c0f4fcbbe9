// `stretto pipeline`: schedules, synchronises and verifies a declared loop on a target.
#pragma once

#include <string>

#include "pipeline_catalog.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct PipelineArguments {
  std::string loop;  // empty: list loops and targets
  LoopArguments options;
  std::string format = "text";
  std::string output;
};

CLI::App* add_pipeline(CLI::App& app, PipelineArguments& arguments);
int run_pipeline(const PipelineArguments& arguments);

}  // namespace stretto::tool
