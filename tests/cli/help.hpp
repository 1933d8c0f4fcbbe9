// Help texts, read as a user reads them: so whatever command there is, the tests find it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace stretto::cli {

struct HelpText {
  std::vector<std::string> commands;
  std::vector<std::string> options;        // "-o", "--output", ...
  std::vector<std::string> examples;       // whole lines
  std::map<int, std::string> exit_status;  // with their meaning, in one line
  std::vector<std::string> environment;
};

/// Of a command, or of the program for an empty name.
HelpText help_of(const std::string& command);

/// The text with every run of blanks and line breaks as one blank.
std::string in_one_line(const std::string& text);

}  // namespace stretto::cli
