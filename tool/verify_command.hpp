// `stretto verify`: verifies a program file or a compiled schedule for every trip count.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct VerifyArguments {
  std::string input;
  std::string output;
  std::string format = "text";
  std::string registers;  // explicit, interlocked or both; empty: as the schedule's kernel reads them
  bool pairs = false;
};

CLI::App* add_verify(CLI::App& app, VerifyArguments& arguments);
int run_verify(const VerifyArguments& arguments);

}  // namespace stretto::tool
