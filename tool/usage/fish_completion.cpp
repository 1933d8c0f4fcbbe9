#include "usage/completion.hpp"

namespace stretto::tool {

namespace {

/// In single quotes, as fish reads them.
std::string fish_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + "'";
}

std::string fish_candidates(const OptionUsage& option) {
  std::string out;
  if (!option.values.empty()) out += " -a " + fish_quotes(spaced(option.values));
  if (option.takes_file) out += " -F";
  return out;
}

std::string fish_option(const OptionUsage& option, const std::string& condition) {
  std::string line = "complete -c stretto -n " + fish_quotes(condition);
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.flag()) line += option.takes_file ? " -r" : " -x";
  return line + fish_candidates(option) + " -d " + fish_quotes(brief(option.help)) + "\n";
}

constexpr const char* fish_functions = R"(
# Which command is being typed; none: the command itself.
function __stretto_command
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

# Whether an argument of the command comes next, at this place; a place * is any.
function __stretto_argument
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"; or return 1
    set -l place 0
    set -l skip no
    for word in $words[3..-1]
        if test $skip = yes
            set skip no
        else if string match -qr -- '^-.' $word
            contains -- $word (__stretto_valued $argv[1]); and set skip yes
        else
            set place (math $place + 1)
        end
    end
    test "$argv[2]" = '*' -o "$argv[2]" = $place
end

complete -c stretto -f
)";

}  // namespace

std::string fish_completion(const CommandUsage& program) {
  std::string valued;
  std::string lines;
  for (const OptionUsage& option : program.options) lines += fish_option(option, "__stretto_command ''");
  for (const CommandUsage& command : program.commands) {
    lines += "complete -c stretto -n \"__stretto_command ''\" -a " + command.name + " -d " +
             fish_quotes(brief(command.summary)) + "\n";
    valued += "        case " + command.name + "\n            printf '%s\\n'";
    for (const OptionUsage& option : command.options) {
      if (!option.flag()) valued += " " + spaced(option.names);
      lines += fish_option(option, "__stretto_command " + command.name);
    }
    valued += "\n";
    int place = 0;
    for (const OptionUsage& argument : command.arguments) {
      const std::string at = argument.repeated ? "\\*" : std::to_string(place);
      lines += "complete -c stretto -n " + fish_quotes("__stretto_argument " + command.name + " " + at) +
               fish_candidates(argument) + " -d " + fish_quotes(argument.long_name()) + "\n";
      ++place;
    }
  }
  return "# Completion of stretto in fish, written by `stretto completion fish`.\n\n# Options that take a value.\n"
         "function __stretto_valued\n    switch $argv[1]\n" +
         valued + "    end\nend\n" + fish_functions + lines;
}

}  // namespace stretto::tool
