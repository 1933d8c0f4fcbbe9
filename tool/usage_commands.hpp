// `stretto help`, `stretto completion` and `stretto man`: the program about itself.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct HelpArguments {
  std::string command;  // empty: the program
};

/// To be added last: it knows the commands before it.
CLI::App* add_help(CLI::App& app, HelpArguments& arguments);
int run_help(const CLI::App& app, const HelpArguments& arguments);

struct CompletionArguments {
  std::string shell;
  std::string output;
};

CLI::App* add_completion(CLI::App& app, CompletionArguments& arguments);
int run_completion(const CLI::App& app, const CompletionArguments& arguments);

struct ManArguments {
  std::string output;
};

CLI::App* add_man(CLI::App& app, ManArguments& arguments);
int run_man(const CLI::App& app, const ManArguments& arguments);

}  // namespace stretto::tool
