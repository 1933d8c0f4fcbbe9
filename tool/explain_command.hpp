// stretto explain: explains one entry of a schedule.
#pragma once

#include <string>

#include "show/subject.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct ExplainArguments {
  SubjectArguments subject;
  std::string entry;  // "kernel[12]"; for one role: "consumer:kernel[3]"
  std::string output;
};

CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments);
int run_explain(const ExplainArguments& arguments);

}  // namespace stretto::tool
