// `stretto compile`: a case, compiled, checked and printed.
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
  std::string verify;  // a level; empty: as the schedule declares
  std::string sync = "declared";
  CompileOptions options;
};

CLI::App* add_compile(CLI::App& app, CompileArguments& arguments);
int run_compile(const CompileArguments& arguments);

}  // namespace stretto::tool
