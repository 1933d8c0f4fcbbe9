// `stretto list`: the built-in schedules, loops and targets.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct ListArguments {
  std::string output;
};

CLI::App* add_list(CLI::App& app, ListArguments& arguments);
int run_list(const ListArguments& arguments);

}  // namespace stretto::tool
