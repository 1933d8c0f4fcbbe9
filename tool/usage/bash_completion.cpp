#include "usage/completion.hpp"

namespace stretto::tool {

std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string brief(const std::string& help) { return help.substr(0, help.find(';')); }

std::string spaced(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

namespace {

/// Sets the words that can stand in a place, and whether a file can.
std::string candidates(const OptionUsage& option) {
  std::string out;
  if (!option.values.empty()) out += " words=" + in_quotes(spaced(option.values));
  if (option.takes_file) out += std::string(out.empty() ? " " : "; ") + "files=yes";
  return out.empty() ? " :" : out;
}

constexpr const char* bash_function = R"(
_stretto() {
  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} words= files=
  # --option=value comes in three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $last == = ]]; then
    last=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  local command=${COMP_WORDS[1]}
  if ((COMP_CWORD == 1)); then
    words=$(_stretto_options "")
    [[ $word == -* ]] || words=$_stretto_commands
  elif ! _stretto_value "$command" "$last"; then
    if [[ $word == -?* || $word == - ]]; then
      words=$(_stretto_options "$command")
    else
      local place=0 i
      for ((i = 2; i < COMP_CWORD; ++i)); do
        if [[ ${COMP_WORDS[i + 1]} == = ]]; then
          ((i += 2))
        elif [[ ${COMP_WORDS[i]} == -?* ]]; then
          _stretto_value "$command" "${COMP_WORDS[i]}" && ((++i))
        else
          ((++place))
        fi
      done
      words= files=
      _stretto_argument "$command" "$place"
    fi
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
  fi
}

complete -F _stretto stretto
)";

}  // namespace

std::string bash_completion(const CommandUsage& program) {
  std::string commands;
  std::string options = "    '') printf '%s\\n' ";
  for (const OptionUsage& option : program.options) options += spaced(option.names) + " ";
  options += ";;\n";
  std::string values;
  std::string arguments;
  for (const CommandUsage& command : program.commands) {
    commands += (commands.empty() ? "" : " ") + command.name;
    options += "    " + command.name + ") printf '%s\\n' ";
    for (const OptionUsage& option : command.options) {
      options += spaced(option.names) + " ";
      if (option.flag()) continue;
      std::string pattern;
      for (const std::string& name : option.names)
        pattern += (pattern.empty() ? "" : " | ") + command.name + ":" + name;
      values += "    " + pattern + ")" + candidates(option) + " ;;\n";
    }
    options += ";;\n";
    for (std::size_t place = 0; place < command.arguments.size(); ++place) {
      const OptionUsage& argument = command.arguments[place];
      arguments += "    " + command.name + ":" + (argument.repeated ? "*" : std::to_string(place)) + ")" +
                   candidates(argument) + " ;;\n";
    }
  }
  std::string text = "# Completion of stretto in bash, written by `stretto completion bash`.\n\n";
  text += "_stretto_commands=" + in_quotes(commands) + "\n\n";
  text += "# The options of a command.\n_stretto_options() {\n  case $1 in\n" + options + "  esac\n}\n\n";
  text += "# What an option takes; fails if it takes nothing.\n_stretto_value() {\n  case $1:$2 in\n" + values +
          "    *) return 1 ;;\n  esac\n}\n\n";
  text += "# What stands in a place.\n_stretto_argument() {\n  case $1:$2 in\n" + arguments + "  esac\n}\n";
  return text + bash_function;
}

}  // namespace stretto::tool
