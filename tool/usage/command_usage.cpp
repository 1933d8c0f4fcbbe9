#include "usage/command_usage.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <CLI/CLI.hpp>

#include "word_list.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t longest_choice = 28;  // of value names used as the option's placeholder

std::string capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return c == '-' ? '_' : std::toupper(c); });
  return text;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// The text between two marks; empty if a mark is missing.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(end, from);
  return text.substr(from + begin.size(), to - from - begin.size());
}

/// CLI11 describes a type and its checks in one text: "TEXT:{json,text}", "INT:INT in [1 - 100]", "INT:POSITIVE".
void read_type(OptionUsage& out, const std::string& text, const std::string& name) {
  const std::string type = text.substr(0, text.find(':'));
  out.values = split(between(text, "{", "}"), ',');
  const std::vector<std::string> bounds = split(between(text, " in [", "]"), ' ');
  if (bounds.size() == 3) out.range = bounds[0] + " to " + bounds[2];
  if (text.find(":POSITIVE") != std::string::npos) out.range = "above 0";
  if (text.find(":NONNEGATIVE") != std::string::npos) out.range = "at least 0";
  out.takes_file = type == "FILE";
  const std::string choice = CLI::detail::join(out.values, "|");
  const bool number = type == "INT" || type == "UINT" || type == "FLOAT";
  if (!choice.empty() && choice.size() <= longest_choice && !out.takes_file) {
    out.placeholder = choice;
  } else if (number) {
    out.placeholder = "N";
  } else {
    const std::size_t dash = name.rfind('-');  // "TARGET" of --other-target
    out.placeholder = type == "TEXT" ? capitals(dash == std::string::npos ? name : name.substr(dash + 1)) : type;
  }
}

OptionUsage option_usage(const CLI::Option& option) {
  OptionUsage out;
  const bool argument = option.get_positional();
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (argument) out.names = {capitals(option.get_name(true))};
  out.help = option.get_description();
  if (option.get_items_expected_max() > 0) {
    read_type(out, option.get_type_name(), argument ? option.get_name(true) : option.get_lnames().front());
  }
  out.fallback = option.get_default_str();
  if (out.fallback.starts_with('[')) out.fallback = between(out.fallback, "[", "]");  // of several numbers
  for (const CLI::Option* other : option.get_excludes()) out.excludes.push_back("--" + other->get_lnames().front());
  std::ranges::sort(out.excludes);
  out.required = option.get_required();
  out.repeated = option.get_items_expected_max() > 1;
  return out;
}

}  // namespace

CommandUsage usage_of(const CLI::App& app) {
  CommandUsage out;
  out.name = app.get_name();
  out.summary = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    (option->get_positional() ? out.arguments : out.options).push_back(option_usage(*option));
  }
  out.examples = split(app.get_footer(), '\n');
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    out.commands.push_back(usage_of(*command));
  }
  return out;
}

std::string synopsis(const CommandUsage& command, const std::string& program) {
  if (!command.commands.empty()) return program + " COMMAND [OPTIONS] [ARGUMENTS]";
  std::string text = program + " " + command.name + " [OPTIONS]";
  for (const OptionUsage& argument : command.arguments) {
    const std::string name = argument.long_name() + (argument.repeated ? "..." : "");
    text += argument.required ? " " + name : " [" + name + "]";
  }
  return text;
}

std::string described(const OptionUsage& option) {
  std::vector<std::string> parts;
  if (!option.values.empty() && option.placeholder.find('|') == std::string::npos) {
    std::vector<std::string> values = option.values;
    if (option.takes_file) values.emplace_back("a file");
    parts.push_back(listed(values, "or"));
  }
  if (!option.range.empty()) parts.push_back(option.range);
  if (option.required && option.long_name().starts_with('-')) parts.emplace_back("required");
  if (!option.fallback.empty()) parts.push_back("default: " + option.fallback);
  return parts.empty() ? option.help : option.help + " (" + CLI::detail::join(parts, "; ") + ")";
}

}  // namespace stretto::tool
