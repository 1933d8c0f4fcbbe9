#include "help.hpp"

#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {

namespace {

/// The terms of a section: what begins in its first column, up to two blanks or the end of the line.
std::string term_of(const std::string& line) {
  if (line.size() < 3 || line.substr(0, 2) != "  " || line[2] == ' ') return "";
  return line.substr(2, line.find("  ", 2) - 2);
}

void read_line(HelpText& help, const std::string& section, const std::string& line) {
  const std::string term = term_of(line);
  if (section == "Commands" && !term.empty()) help.commands.push_back(term);
  if (section == "Environment" && !term.empty()) help.environment.push_back(term);
  if (section == "Examples" && !line.empty()) help.examples.push_back(line.substr(2));
  if (section == "Options") {
    static const std::regex name("(^|, )(--?[A-Za-z][A-Za-z-]*)");
    for (std::sregex_iterator found(term.begin(), term.end(), name), end; found != end; ++found) {
      help.options.push_back((*found)[2]);
    }
  }
  if (section == "Exit status") {
    if (!term.empty()) help.exit_status[std::stoi(term)] = line.substr(2 + term.size());
    if (term.empty() && !line.empty()) help.exit_status.rbegin()->second += " " + line;
  }
}

}  // namespace

std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

HelpText help_of(const std::string& command) {
  const Outcome outcome = command.empty() ? run_tool({"--help"}) : run_tool({command, "--help"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.err, "");
  HelpText help;
  std::istringstream lines(outcome.out);
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), section == "Examples" ? 120u : 80u) << line;
    if (line.ends_with(':') && !line.starts_with(' ')) {
      section = line.substr(0, line.size() - 1);
    } else if (!line.empty() && !line.starts_with(' ')) {
      section.clear();
    } else {
      read_line(help, section, line);
    }
  }
  for (auto& [status, meaning] : help.exit_status) meaning = in_one_line(meaning);
  return help;
}

}  // namespace stretto::cli
