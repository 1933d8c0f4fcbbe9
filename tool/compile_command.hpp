// `stretto compile`: compiles, verifies and prints a case.
#pragma once

#include <string>

#include <stretto/stretto.hpp>

namespace CLI {
class App;
}

namespace stretto::tool {

struct CompileArguments {
  std::string input;
  std::string output;
  std::string format = "json";
  std::string verify;  // a level; empty: the schedule's own
  std::string sync = "declared";
  CompileOptions options;
};

CLI::App* add_compile(CLI::App& app, CompileArguments& arguments);
int run_compile(const CompileArguments& arguments);

}  // namespace stretto::tool
