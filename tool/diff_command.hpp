// stretto diff: two schedules side by side.
#pragma once

#include <string>

#include "show/subject.hpp"

namespace stretto::tool {

struct DiffArguments {
  SubjectArguments first;
  SubjectArguments second;  // what is not given for it is as for the first
  std::string output;
};

int run_diff(const DiffArguments& arguments);

}  // namespace stretto::tool
