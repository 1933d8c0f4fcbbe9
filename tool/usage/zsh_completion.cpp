#include "usage/completion.hpp"

namespace stretto::tool {

namespace {

/// With a backslash before each of these characters.
std::string escaped(const std::string& text, const std::string& special) {
  std::string out;
  for (const char c : text) out += (special.find(c) != std::string::npos ? "\\" : "") + std::string(1, c);
  return out;
}

/// ":what:how" of _arguments.
std::string zsh_value(const OptionUsage& option, const std::string& name) {
  std::string how;
  if (option.takes_file && !option.values.empty()) {
    how = " _stretto_name_or_file " + spaced(option.values);  // a space: nothing is put between
  } else if (option.takes_file) {
    how = "_files";
  } else if (!option.values.empty()) {
    how = "(" + spaced(option.values) + ")";
  }
  return ":" + escaped(name, ":") + ":" + how;
}

std::string zsh_option(const OptionUsage& option) {
  const std::string help = "[" + escaped(brief(option.help), "[]\\") + "]";
  const std::string value = option.flag() ? "" : zsh_value(option, option.placeholder);
  std::string specifications;
  for (const std::string& name : option.names) {
    // An option excludes itself by its other name, too.
    const std::string exclusive = spaced(option.names) + (option.excludes.empty() ? "" : " ") + spaced(option.excludes);
    std::string specification = option.repeated ? "*" : "(" + exclusive + ")";
    specification += name;
    if (!option.flag()) specification += name.starts_with("--") ? "=" : "+";
    specification += help;
    specification += value;
    specifications += " " + in_quotes(specification);
  }
  return specifications;
}

std::string zsh_options(const std::vector<OptionUsage>& options) {
  std::string text;
  for (const OptionUsage& option : options) text += " \\\n       " + zsh_option(option);
  return text;
}

constexpr const char* zsh_function = R"(
_stretto_name_or_file() {
  local -a names=("$@")
  local nothing=1
  _wanted names expl 'built in' compadd -a names && nothing=0
  _files && nothing=0
  return nothing
}

_stretto "$@"
)";

}  // namespace

std::string zsh_completion(const CommandUsage& program) {
  std::string text = "#compdef stretto\n# Completion of stretto in zsh, written by `stretto completion zsh`.\n\n";
  text += "_stretto() {\n  local context state state_descr line expl\n  typeset -A opt_args\n  local -a commands=(\n";
  for (const CommandUsage& command : program.commands) {
    text += "    " + in_quotes(command.name + ":" + escaped(brief(command.summary), "\\:")) + "\n";
  }
  text += "  )\n  _arguments -C" + zsh_options(program.options);
  text += " \\\n        '1:command:->command' '*::argument:->argument' && return\n";
  text += "  case $state in\n    command) _describe -t commands command commands ;;\n    argument)\n";
  text += "      case $line[1] in\n";
  for (const CommandUsage& command : program.commands) {
    text += "      " + command.name + ")\n      _arguments -s" + zsh_options(command.options);
    int place = 0;
    for (const OptionUsage& argument : command.arguments) {
      ++place;
      text += " \\\n        " +
              in_quotes((argument.repeated ? "*" : std::to_string(place)) + zsh_value(argument, argument.long_name()));
    }
    text += " ;;\n";
  }
  return text + "      esac ;;\n  esac\n}\n" + zsh_function;
}

}  // namespace stretto::tool
