// Help, manual page and docs/tool.md say the same, and every example works. The commands are found through the help.
#include <algorithm>
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>

#include "help.hpp"
#include "tool.hpp"

namespace stretto::cli {
namespace {

std::vector<std::string> all_commands() { return help_of("").commands; }

std::string tool_page() { return read_file(STRETTO_SOURCE_DIR "/docs/tool.md"); }

/// The manual page without fonts and escapes.
std::string plain_manual() {
  std::string text = run_tool({"man"}).out;
  text = std::regex_replace(text, std::regex(R"(\\f[BIR]|\\&)"), "");
  text = std::regex_replace(text, std::regex(R"(\\\(aq)"), "'");
  return std::regex_replace(text, std::regex(R"(\\-)"), "-");
}

/// The expected exit status of an example in a help text: 0, or the one in its comment.
int expected_status(const std::string& example) {
  std::smatch found;
  return std::regex_search(example, found, std::regex("# exits with ([0-9]+)$")) ? std::stoi(found[1]) : 0;
}

/// The commands whose help lists an exit status: "merge, tune", or "all".
std::string commands_with_status(int status) {
  std::string some;
  bool all = true;
  for (const std::string& command : all_commands()) {
    const bool listed = help_of(command).exit_status.contains(status);
    if (listed) some += (some.empty() ? "" : ", ") + command;
    all = all && listed;
  }
  return all ? "all" : some;
}

TEST(Help, IsThereForEveryCommand) {
  const std::vector<std::string> commands = all_commands();
  EXPECT_GE(commands.size(), 12u);
  for (const std::string& command : commands) {
    const HelpText help = help_of(command);
    EXPECT_NE(std::ranges::find(help.options, "--help"), help.options.end()) << command;
    EXPECT_TRUE(help.exit_status.contains(0) && help.exit_status.contains(2)) << command;
    for (const auto& [status, meaning] : help.exit_status) {
      EXPECT_EQ(meaning, help_of("").exit_status[status]) << command;
    }
    EXPECT_EQ(run_tool({"help", command}).out, run_tool({command, "-h"}).out) << command;
  }
  EXPECT_EQ(run_tool({"help"}).out, run_tool({"--help"}).out);
}

TEST(Help, ListsTheExitStatusesOfTheCommand) {
  EXPECT_EQ(commands_with_status(2), "all");
  EXPECT_EQ(commands_with_status(3), "compile, verify, pipeline");
  EXPECT_EQ(commands_with_status(5), "merge");
  EXPECT_EQ(commands_with_status(130), "tune");
}

TEST(Help, OfTuneListsWhatItTakes) {
  const std::string help = in_one_line(run_tool({"tune", "--help"}).out);
  EXPECT_NE(help.find("or a JSON file with a loop or a case"), std::string::npos) << help;
  EXPECT_EQ(help.find("--starts"), std::string::npos) << help;
}

TEST(Help, HasExamplesThatWork) {
  std::vector<std::string> commands = all_commands();
  commands.emplace_back();
  for (const std::string& command : commands) {
    const HelpText help = help_of(command);
    ASSERT_FALSE(help.examples.empty()) << command;
    // What the examples read is there; what they write stays here, so that one may read what another wrote.
    const ScratchDir dir;
    for (const char* folder : {"examples", "tests"}) {
      std::filesystem::create_directory_symlink(std::string(STRETTO_SOURCE_DIR "/") + folder, dir.path(folder));
    }
    EXPECT_NE(help.examples.back().find("stretto " + command), std::string::npos) << help.examples.back();
    for (const std::string& example : help.examples) {
      const Outcome outcome = run_shell(example, dir.path(""));
      EXPECT_EQ(outcome.status, expected_status(example)) << example << "\n" << text(outcome);
    }
  }
}

TEST(Help, GivesEveryCommandThatWritesAnOutputFile) {
  for (const std::string& command : all_commands()) {
    if (command == "help") continue;
    const HelpText help = help_of(command);
    EXPECT_NE(std::ranges::find(help.options, "-o"), help.options.end()) << command;
  }
}

TEST(Manual, HasAllThatHelpHas) {
  const std::string manual = plain_manual();
  const std::string words = in_one_line(manual);
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "\"EXIT STATUS\"",
                              "ENVIRONMENT", "EXAMPLES", "\"SEE ALSO\""}) {
    EXPECT_NE(manual.find(std::string("\n.SH ") + section + "\n"), std::string::npos) << section;
  }
  EXPECT_NE(manual.find("stretto " STRETTO_EXPECTED_VERSION), std::string::npos);
  for (const std::string& command : all_commands()) {
    const std::size_t begin = manual.find("\n.SS stretto " + command + "\n");
    ASSERT_NE(begin, std::string::npos) << command;
    const std::string part = manual.substr(begin, manual.find("\n.S", begin + 1) - begin);
    const HelpText help = help_of(command);
    for (const std::string& option : help.options) {
      if (option == "-h" || option == "--help") continue;  // of all commands, said once
      EXPECT_NE(part.find(option), std::string::npos) << command << " " << option;
    }
    for (const std::string& example : help.examples) EXPECT_NE(manual.find(example), std::string::npos) << example;
  }
  const std::size_t begin = words.find(".SH \"EXIT STATUS\"");
  const std::string statuses = words.substr(begin, words.find(".SH", begin + 1) - begin);
  std::string expected = ".SH \"EXIT STATUS\" ";
  for (const auto& [status, meaning] : help_of("").exit_status) {
    const std::string commands = commands_with_status(status);
    const std::string some = commands == "all" ? "" : " (" + commands + ")";
    expected += ".TP " + std::to_string(status) + " " + meaning + some + ". ";
  }
  EXPECT_EQ(statuses, expected);
}

TEST(ToolPage, NamesEveryCommandAndOption) {
  const std::string page = tool_page();
  for (const std::string& command : all_commands()) {
    const std::size_t begin = page.find("\n## stretto " + command + "\n");
    ASSERT_NE(begin, std::string::npos) << "docs/tool.md has no section \"stretto " << command << "\"";
    const std::string part = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    const std::string shared = page.substr(page.find("\n## Options of several commands\n"));
    for (const std::string& option : help_of(command).options) {
      const std::string name = "`" + option;  // followed by its value, or closed
      EXPECT_TRUE(part.find(name) != std::string::npos || shared.find(name) != std::string::npos)
          << "docs/tool.md, stretto " << command << ": " << option << " is not named";
    }
  }
}

TEST(ToolPage, HasTheTableOfExitStatuses) {
  const HelpText help = help_of("");
  std::string table = "\n| status | commands | meaning |\n| --- | --- | --- |\n";
  for (const auto& [status, meaning] : help.exit_status) {
    table += "| " + std::to_string(status) + " | " + commands_with_status(status) + " | " + meaning + " |\n";
  }
  EXPECT_NE(tool_page().find(table + "\n"), std::string::npos) << "docs/tool.md needs this table:" << table;
  for (const std::string& variable : help.environment) {
    EXPECT_NE(tool_page().find("`" + variable + "`"), std::string::npos) << variable;
  }
}

}  // namespace
}  // namespace stretto::cli
