// `stretto help`, `stretto completion` and `stretto man`: help, completion scripts and the manual page.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct HelpArguments {
  std::string command;  // empty: the program
};

/// Add it last: it lists the commands added before it.
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
