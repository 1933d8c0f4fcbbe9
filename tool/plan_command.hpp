// `stretto plan`: plans a declared loop and writes the plan as a C++ header.
#pragma once

#include <string>

#include "pipeline_catalog.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct PlanArguments {
  std::string loop;
  LoopArguments options;
  std::string name;  // empty: from the name of the loop
  std::string output;
};

CLI::App* add_plan(CLI::App& app, PlanArguments& arguments);
int run_plan(const PlanArguments& arguments);

}  // namespace stretto::tool
