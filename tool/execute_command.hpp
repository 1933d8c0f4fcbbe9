// `stretto execute`: executes the entries of a compiled schedule on data, under adversarial timing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stretto::tool {

struct ExecuteArguments {
  std::string input;
  std::string output;
  std::string registers;  // explicit, interlocked or both; empty: as the schedule's kernel reads them
  std::uint64_t seeds = 200;
  std::vector<int> trips{0, 1, 2, 3};
};

CLI::App* add_execute(CLI::App& app, ExecuteArguments& arguments);
int run_execute(const ExecuteArguments& arguments);

}  // namespace stretto::tool
