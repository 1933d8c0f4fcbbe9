// `stretto pipeline`: a declared loop on a target, scheduled, synchronised and proven.
#pragma once

#include <string>

namespace stretto::tool {

struct PipelineArguments {
  std::string loop;  // empty: list loops and targets
  std::string target = "h200";
  std::string tile;  // empty: the target's default
  std::string type = "bf16";
  std::string format = "text";
  std::string output;
  int slots = 0;
  bool persistent = false;
  int groups = 1;
  int cluster = 1;
};

int run_pipeline(const PipelineArguments& arguments);

}  // namespace stretto::tool
