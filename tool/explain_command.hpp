// stretto explain: one entry of a schedule in words.
#pragma once

#include <string>

#include "show/subject.hpp"

namespace stretto::tool {

struct ExplainArguments {
  SubjectArguments subject;
  std::string entry;  // "kernel[12]"; of an agent: "consumer:kernel[3]"
  std::string output;
};

int run_explain(const ExplainArguments& arguments);

}  // namespace stretto::tool
