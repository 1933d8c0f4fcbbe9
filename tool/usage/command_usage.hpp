// The command line as plain data, read from the declared commands, so that help, manual page and completions always
// match what the program accepts.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stretto::tool {

/// An option or a positional argument.
struct OptionUsage {
  std::vector<std::string> names;  // "-o", "--output"; for an argument: "WHAT"
  std::string help;
  std::string placeholder;            // of its value: "FILE", "N", "json|text"; empty: a flag
  std::vector<std::string> values;    // the values that it accepts
  std::string range;                  // "1 to 100"
  std::string fallback;               // its default
  std::vector<std::string> excludes;  // mutually exclusive options, by their longest names
  bool takes_file = false;            // accepts a file besides the values
  bool required = false;
  bool repeated = false;

  [[nodiscard]] bool flag() const { return placeholder.empty(); }
  [[nodiscard]] const std::string& long_name() const { return names.back(); }
};

struct CommandUsage {
  std::string name;
  std::string summary;
  std::vector<OptionUsage> arguments;
  std::vector<OptionUsage> options;
  std::vector<std::string> examples;
  std::vector<CommandUsage> commands;
};

/// An environment variable that the program reads.
struct EnvironmentUsage {
  const char* name;
  const char* meaning;
};
inline constexpr EnvironmentUsage environment_usage[] = {
    {"NO_COLOR", "if set and not empty: no colour, unless --color always is given"},
};

CommandUsage usage_of(const CLI::App& app);

/// "stretto show [OPTIONS] WHAT".
std::string synopsis(const CommandUsage& command, const std::string& program);

/// The help text of an option, with its values, range and default.
std::string described(const OptionUsage& option);

}  // namespace stretto::tool
