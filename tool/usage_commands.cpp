#include "usage_commands.hpp"

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "usage/command_usage.hpp"
#include "usage/completion.hpp"
#include "usage/man_page.hpp"

namespace stretto::tool {

CLI::App* add_help(CLI::App& app, HelpArguments& arguments) {
  std::vector<std::string> commands;
  for (const CommandUsage& command : usage_of(app).commands) commands.push_back(command.name);
  commands.emplace_back("help");
  CLI::App* help = app.add_subcommand("help", "Print the help of a command or of the program");
  help->add_option("command", arguments.command, "The command")->check(CLI::IsMember(commands));
  set_examples(*help, {"stretto help show"});
  return help;
}

int run_help(const CLI::App& app, const HelpArguments& arguments) {
  const CLI::App* about = arguments.command.empty() ? &app : app.get_subcommand(arguments.command);
  write_output("", about->get_formatter()->make_help(about, "", CLI::AppFormatMode::Normal));
  return exit_done;
}

CLI::App* add_completion(CLI::App& app, CompletionArguments& arguments) {
  CLI::App* completion = app.add_subcommand("completion", "Print a completion script for a shell");
  completion->add_option("shell", arguments.shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  add_output(*completion, arguments.output);
  set_examples(*completion, {"stretto completion bash -o stretto.bash  # then: source stretto.bash",
                             "stretto completion zsh -o _stretto  # into a folder of fpath",
                             "stretto completion fish -o stretto.fish  # into ~/.config/fish/completions"});
  return completion;
}

int run_completion(const CLI::App& app, const CompletionArguments& arguments) {
  const CommandUsage program = usage_of(app);
  write_output(arguments.output, arguments.shell == "bash"  ? bash_completion(program)
                                 : arguments.shell == "zsh" ? zsh_completion(program)
                                                            : fish_completion(program));
  return exit_done;
}

CLI::App* add_man(CLI::App& app, ManArguments& arguments) {
  CLI::App* man = app.add_subcommand("man", "Print the manual page, for man -l");
  add_output(*man, arguments.output);
  set_examples(*man, {"stretto man -o stretto.1  # then: man -l stretto.1"});
  return man;
}

int run_man(const CLI::App& app, const ManArguments& arguments) {
  write_output(arguments.output, man_page(usage_of(app)));
  return exit_done;
}

}  // namespace stretto::tool
