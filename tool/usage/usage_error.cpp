#include "usage/usage_error.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <CLI/CLI.hpp>

#include "json/printable.hpp"
#include "usage/command_usage.hpp"
#include "usage/suggestion.hpp"
#include "word_list.hpp"

namespace stretto::tool {

namespace {

std::vector<std::string> command_names(const CommandUsage& program) {
  std::vector<std::string> names;
  names.reserve(program.commands.size());
  for (const CommandUsage& command : program.commands) names.push_back(command.name);
  return names;
}

std::vector<std::string> option_names(const CommandUsage& command) {
  std::vector<std::string> names;
  names.reserve(command.options.size());
  for (const OptionUsage& option : command.options) names.push_back(option.long_name());
  return names;
}

/// A word that the command line does not accept.
std::string unexpected(const CommandUsage& command, const std::string& word) {
  if (word.size() > 1 && word.starts_with('-')) {
    const std::string name = word.substr(0, word.find('='));
    return "unknown option " + printable(cut(name, longest_quote)) + did_you_mean(name, option_names(command));
  }
  if (!command.commands.empty()) {
    return "unknown command " + quote(word) + did_you_mean(word, command_names(command));
  }
  const std::size_t most = command.arguments.size();
  return "unexpected argument " + quote(word) + "; " + command.name + " takes " +
         (most == 0   ? "no arguments"
          : most == 1 ? "one argument"
                      : std::to_string(most) + " arguments");
}

/// Finds "--format" or "FILE" by the name that CLI11 reports, which is in lower case for an argument.
const OptionUsage* find_option(const CommandUsage& command, std::string name) {
  for (const OptionUsage& option : command.options) {
    if (std::ranges::find(option.names, name) != option.names.end()) return &option;
  }
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  for (const OptionUsage& argument : command.arguments) {
    if (argument.long_name() == name) return &argument;
  }
  return nullptr;
}

/// The text before and after the mark; without the mark: the whole text and an empty string.
std::pair<std::string, std::string> parted(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + mark.size())};
}

/// Rewords the messages of CLI11 about an option: "NAME: yaml not in {json,text}", "NAME: Value 0 not in range 1 to
/// 4", "NAME: At Most 1 required but received 2", "NAME: 1 required FILE missing", "NAME is required".
std::string of_option(const OptionUsage& option, const std::string& message, const std::string& complaint) {
  const std::string& name = option.long_name();
  if (const auto [value, rest] = parted(complaint, " not in {"); !rest.empty()) {
    return name + ": invalid value " + quote(value) + ": must be " + listed(option.values, "or") +
           did_you_mean(value, option.values);
  }
  if (const auto [value, rest] = parted(complaint, " not in range "); !rest.empty()) {
    const std::string given = parted(value, "Value ").second;
    return name + ": invalid value " + quote(given) + ": must be a number" +
           (option.range.starts_with("a") ? " " : " from ") + option.range;
  }
  if (complaint.find("required but received") != std::string::npos)
    return name + " is given more than once; it takes one value";
  if (complaint.ends_with(" missing")) return name + " requires a value: " + name + " " + option.placeholder;
  if (message.ends_with(" is required"))
    return (name.starts_with('-') ? "missing option " : "missing argument ") + name + ": " + option.help;
  return message;
}

std::string in_words(const CLI::ParseError& error, const CommandUsage& command) {
  const std::string message = error.what();
  if (const auto [one, other] = parted(message, " excludes "); !other.empty()) {
    return one + " and " + other + " cannot be used together";
  }
  if (const auto [flag, rest] = parted(message, " was given a disallowed"); !rest.empty())
    return "--" + flag + " does not take a value";
  const auto [name, complaint] = parted(message, ": ");
  const OptionUsage* option = find_option(command, complaint.empty() ? parted(message, " is required").first : name);
  return option == nullptr ? message : of_option(*option, message, complaint);
}

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& at = chosen.empty() ? app : *chosen.front();
  const CommandUsage command = usage_of(at);
  // Report an unexpected word first: a seemingly missing argument may follow a misspelt option.
  std::vector<std::string> left = app.remaining();
  const bool of_program = !left.empty();
  if (left.empty()) left = at.remaining();
  const std::string what =
      left.empty() ? in_words(error, command) : unexpected(of_program ? usage_of(app) : command, left.front());
  const std::string name = app.get_name() + (chosen.empty() ? "" : " " + at.get_name());
  return app.get_name() + ": error: " + message_text(what) + "\nTry " + name + " --help.\n";
}

}  // namespace stretto::tool
