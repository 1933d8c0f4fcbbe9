// Running the built tool as a child process, in a directory of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "../sample.hpp"

namespace stretto::cli {

using Json = nlohmann::ordered_json;

/// How a run ended and what it wrote.
struct Outcome {
  int status = -1;  // exit status; -1 when a signal or the time limit ended it
  int signal = 0;   // the signal, 0 for none
  bool timed_out = false;
  double seconds = 0;  // of CPU time: it depends little on what else runs
  std::string out;
  std::string err;
};

/// For messages of failed tests.
std::string text(const Outcome& outcome);

/// An empty directory that is removed with its contents.
class ScratchDir {
 public:
  ScratchDir();
  ~ScratchDir();
  ScratchDir(const ScratchDir&) = delete;
  ScratchDir& operator=(const ScratchDir&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }
  [[nodiscard]] std::vector<std::string> files() const;

  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path root_;
};

/// Runs the tool with these arguments. The child has ten seconds and two GiB of memory, with sanitizers a hundred
/// seconds and no limit of memory.
Outcome run_tool(const std::vector<std::string>& arguments);

/// A run that has begun.
struct StartedTool {
  int process = -1;
  int out = -1;  // the ends of its pipes
  int err = -1;
};

/// The same in two steps. Where `terminal` is given, standard error is that terminal: the other end is read instead.
struct ToolTerminal {
  int own = -1;
  int of_tool = -1;
};
StartedTool start_tool(const std::vector<std::string>& arguments, const ToolTerminal* terminal = nullptr);
Outcome finish_tool(const StartedTool& started);

/// Runs a line of shell in a folder, with `stretto` on the path, within the same limits.
Outcome run_shell(const std::string& line, const std::string& folder);

/// `stretto compile` of a JSON value, or of text that need not be JSON.
Outcome compile(const Json& input);
Outcome compile_text(const std::string& input);

std::string read_file(const std::string& path);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// The reference files' names, without extension.
std::vector<std::string> reference_names();
std::string reference_path(const std::string& name);

/// name, schedule and params of a reference file.
Json reference_case(const std::string& name);

Json ping_pong_case();  // CSP order
Json four_wave_case();
Json single_buffer_case();

/// The value at a path such as "params.target.max_globals"; objects on the way are made.
Json& at_path(Json& root, const std::string& path);
void erase_path(Json& root, const std::string& path);

/// Fails the test unless the tool refused: exit status 2, nothing on standard output, a short message on standard error
/// that has each of these words.
void expect_refused(const Outcome& outcome, const std::vector<std::string>& words);

/// A command line that is refused, and what the message names.
struct BadCommand {
  std::vector<std::string> arguments;
  std::string word;
};
void expect_refused(const BadCommand& bad);

/// Fails the test for each word that a text does not have.
void expect_words(const std::string& out, const std::vector<std::string>& words);

}  // namespace stretto::cli
