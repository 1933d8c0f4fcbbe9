// Where output goes, and what happens when it cannot go there.
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "help.hpp"
#include "tool.hpp"

namespace stretto::cli {
namespace {

void expect_write_error(const std::string& line, const std::string& why) {
  const ScratchDir dir;
  const Outcome outcome = run_shell(line, dir.path(""));
  EXPECT_EQ(outcome.status, 2) << line << "\n" << text(outcome);
  EXPECT_EQ(outcome.err, "stretto: error: " + why + "\n") << line;
}

TEST(StandardOutput, ThatIsFullIsAnError) {
  const std::string full = "standard output: cannot write: No space left on device";
  for (const char* command : {"list", "--help", "--version", "show gemm", "man", "completion zsh", "help show"}) {
    expect_write_error(std::string("stretto ") + command + " > /dev/full", full);
  }
}

TEST(StandardOutput, ThatIsClosedIsAnError) {
  expect_write_error("stretto list >&-", "standard output: cannot write: Bad file descriptor");
}

TEST(StandardOutput, WhoseReaderHasGoneIsAnError) {
  // The reader ends at once; the pipe is gone when the tool comes to write.
  expect_write_error("{ (sleep 0.2; stretto list; echo $? > status) | true; exit $(cat status); }",
                     "standard output: cannot write: Broken pipe");
}

TEST(StandardOutput, IsAlsoCalledDash) { EXPECT_EQ(run_tool({"list", "-o", "-"}).out, run_tool({"list"}).out); }

TEST(StandardInput, IsCalledDash) {
  const ScratchDir dir;
  const std::string input = reference_path("single_buffer_k2_4x4x2_16x16");
  const Outcome piped = run_shell("stretto compile '" + input + "' | stretto verify -", dir.path(""));
  EXPECT_EQ(piped.status, 0) << text(piped);
  EXPECT_EQ(run_shell("stretto verify - < '" + input + "'", dir.path("")).out, run_tool({"verify", input}).out);
  const Outcome loops = run_shell("stretto schedule - < '" STRETTO_LOOPS "/origami.jsonl'", dir.path(""));
  EXPECT_EQ(loops.status, 0) << text(loops);
}

TEST(StandardInput, ThatIsEmptyOrClosedIsRefused) {
  const ScratchDir dir;
  expect_refused(run_shell("stretto verify - < /dev/null", dir.path("")), {"standard input", "is empty"});
  expect_refused(run_shell("stretto verify - <&-", dir.path("")), {"standard input"});
  expect_refused(run_shell("stretto schedule - <&-", dir.path("")), {"standard input"});
}

TEST(OutputFile, CanBeADevice) {
  const ScratchDir dir;
  const Outcome outcome = run_shell("stretto list -o /dev/stdout | cat", dir.path(""));
  EXPECT_EQ(outcome.out, run_tool({"list"}).out) << text(outcome);
  EXPECT_EQ(run_tool({"list", "-o", "/dev/null"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  expect_refused(run_tool({"list", "-o", "/dev/full"}), {"/dev/full", "No space left"});
}

TEST(OutputFile, LinkTargetIsWrittenAndTheLinkStays) {
  const ScratchDir dir;
  dir.write("file", "before");
  std::filesystem::create_symlink("file", dir.path("link"));
  EXPECT_EQ(run_tool({"list", "-o", dir.path("link")}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(dir.path("link")));
  EXPECT_EQ(read_file(dir.path("file")), run_tool({"list"}).out);
}

TEST(OutputFile, OfEveryCommandInAMissingFolderOrAFolderIsRefused) {
  const std::string input = reference_path("single_buffer_k2_4x4x2_16x16");
  const std::vector<std::vector<std::string>> commands = {{"compile", input},
                                                          {"verify", input},
                                                          {"execute", input, "--seeds", "1"},
                                                          {"pipeline", "copy"},
                                                          {"show", "copy"},
                                                          {"explain", "copy", "kernel[0]"},
                                                          {"diff", "copy"},
                                                          {"tune", "copy", "--vary", "slots=2"},
                                                          {"list"},
                                                          {"man"},
                                                          {"completion", "bash"},
                                                          {"pipeline"},
                                                          {"show", "copy", "--html"},
                                                          {"schedule", STRETTO_LOOPS "/origami.jsonl"}};
  for (std::vector<std::string> command : commands) {
    SCOPED_TRACE(testing::PrintToString(command));
    const ScratchDir dir;
    command.emplace_back("-o");
    command.push_back(dir.path("missing/file"));
    expect_refused(run_tool(command), {dir.path("missing/file"), "No such file or directory"});
    command.back() = dir.path("");
    expect_refused(run_tool(command), {dir.path(""), "Is a directory"});
    EXPECT_TRUE(dir.files().empty());
    command.back() = dir.path("file");
    EXPECT_EQ(run_tool(command).status, 0);
    EXPECT_EQ(dir.files(), std::vector<std::string>{"file"});
  }
}

TEST(Colour, IsNotInWhatIsPiped) {
  EXPECT_EQ(run_tool({"show", "copy"}).out.find('\x1b'), std::string::npos);
  EXPECT_NE(run_tool({"show", "copy", "--color", "always"}).out.find('\x1b'), std::string::npos);
}

TEST(Colour, IsOnATerminalUnlessNoColorIsSet) {
  const ScratchDir dir;
  if (run_shell("command -v script", dir.path("")).status != 0) GTEST_SKIP() << "script is not installed";
  const auto on_terminal = [&](const std::string& variables) {
    return run_shell("script -qec '" + variables + " stretto show copy' /dev/null < /dev/null", dir.path("")).out;
  };
  EXPECT_NE(on_terminal("").find('\x1b'), std::string::npos);
  EXPECT_NE(on_terminal("NO_COLOR=").find('\x1b'), std::string::npos);
  EXPECT_EQ(on_terminal("NO_COLOR=1").find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace stretto::cli
