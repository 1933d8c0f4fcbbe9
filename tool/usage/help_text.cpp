#include "usage/help_text.hpp"

#include <algorithm>
#include <sstream>

#include "exit_status.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t widest_term = 22;

/// Wraps words into lines, starting at the column where the text ends.
void append_words(std::string& text, const std::string& words, std::size_t indent) {
  std::size_t column = indent;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (column > indent && column + 1 + word.size() > columns) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  text += '\n';
}

struct Row {
  std::string term;
  std::string meaning;
};

/// Two columns: terms and their meanings.
std::string section(const std::string& title, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  std::size_t widest = 0;
  for (const Row& row : rows) {
    if (row.term.size() <= widest_term) widest = std::max(widest, row.term.size());
  }
  const std::size_t indent = widest + 4;
  std::string text = "\n" + title + ":\n";
  for (const Row& row : rows) {
    std::string line = "  " + row.term;
    if (row.term.size() > widest) line += "\n";
    line.resize(line.size() + (row.term.size() > widest ? indent : indent - line.size()), ' ');
    append_words(line, row.meaning, indent);
    text += line;
  }
  return text;
}

std::vector<Row> rows_of(const std::vector<OptionUsage>& options) {
  std::vector<Row> rows;
  for (const OptionUsage& option : options) {
    std::string term;
    for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + name;
    const bool argument = !term.starts_with('-');
    if (!option.flag() && !argument) term += " " + option.placeholder;
    rows.push_back({term, described(option)});
  }
  return rows;
}

std::vector<Row> rows_of(const std::vector<CommandUsage>& commands) {
  std::vector<Row> rows;
  rows.reserve(commands.size());
  for (const CommandUsage& command : commands) rows.push_back({command.name, command.summary});
  return rows;
}

std::string beginning(const CommandUsage& command, const std::string& program) {
  std::string text;
  append_words(text, command.summary, 0);
  return text + "\nUsage: " + synopsis(command, program) + "\n";
}

}  // namespace

std::string help_text(const CommandUsage& command, const std::string& program) {
  std::string text = beginning(command, program);
  text += section("Arguments", rows_of(command.arguments));
  text += section("Commands", rows_of(command.commands));
  text += section("Options", rows_of(command.options));
  text += "\nExamples:\n";
  for (const std::string& example : command.examples) text += "  " + example + "\n";
  std::vector<Row> statuses;
  const bool one_command = command.commands.empty();
  for (const ExitMeaning& exit : exit_meanings) {
    if (exits_with(one_command ? command.name : "", exit))
      statuses.push_back({std::to_string(exit.status), exit.meaning});
  }
  text += section("Exit status", statuses);
  if (one_command) return text;
  std::vector<Row> variables;
  for (const EnvironmentUsage& variable : environment_usage) variables.push_back({variable.name, variable.meaning});
  text += section("Environment", variables);
  return text + "\n" + program + " COMMAND --help explains a command; " + program + " man prints the full manual.\n";
}

std::string short_help(const CommandUsage& program) {
  return beginning(program, program.name) + section("Commands", rows_of(program.commands)) + "\nSee " + program.name +
         " --help for details.\n";
}

}  // namespace stretto::tool
