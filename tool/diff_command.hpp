// stretto diff: compares two schedules.
#pragma once

#include <string>

#include "show/subject.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct DiffArguments {
  SubjectArguments first;
  SubjectArguments second;  // unset options default to those of the first
  std::string output;
};

CLI::App* add_diff(CLI::App& app, DiffArguments& arguments);
int run_diff(const DiffArguments& arguments);

}  // namespace stretto::tool
