#include "tool.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "../json_files.hpp"

namespace stretto::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto time_limit = std::chrono::seconds(sanitized ? 100 : 10);

[[noreturn]] void become(const char* program, const std::vector<std::string>& arguments, int out, int err) {
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  // Sanitizers reserve terabytes of address space.
  const rlimit memory{2ULL << 30, 2ULL << 30};
  if (!sanitized) ::setrlimit(RLIMIT_AS, &memory);
  std::vector<char*> argv{const_cast<char*>(program)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(program, argv.data());
  ::_exit(127);
}

/// Collects both pipes until they are closed. False when the deadline came first.
bool drain(pollfd (&pipes)[2], std::string* (&texts)[2], Clock::time_point deadline) {
  int open = 2;
  while (open > 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    ::poll(pipes, 2, static_cast<int>(left));
    for (int i = 0; i < 2; ++i) {
      if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
      char buffer[65536];
      const ssize_t count = ::read(pipes[i].fd, buffer, sizeof buffer);
      if (count > 0) {
        texts[i]->append(buffer, static_cast<std::size_t>(count));
      } else {
        ::close(pipes[i].fd);
        pipes[i].fd = -1;
        --open;
      }
    }
  }
  return true;
}

StartedTool start(const char* program, const std::vector<std::string>& arguments, const ToolTerminal* terminal) {
  int out[2];
  int err[2];
  if (::pipe(out) != 0) throw std::runtime_error("no pipe");
  if (terminal != nullptr) {
    err[0] = terminal->own;
    err[1] = terminal->of_tool;
  } else if (::pipe(err) != 0) {
    throw std::runtime_error("no pipe");
  }
  StartedTool started{::fork(), out[0], err[0]};
  if (started.process < 0) throw std::runtime_error("no child process");
  if (started.process == 0) {
    ::close(out[0]);
    ::close(err[0]);
    become(program, arguments, out[1], err[1]);
  }
  ::close(out[1]);
  ::close(err[1]);
  return started;
}

}  // namespace

std::string text(const Outcome& outcome) {
  std::string summary = outcome.timed_out     ? "timed out"
                        : outcome.signal != 0 ? "signal " + std::to_string(outcome.signal)
                                              : "exit status " + std::to_string(outcome.status);
  return summary + "\nstdout: " + outcome.out.substr(0, 300) + "\nstderr: " + outcome.err.substr(0, 1000);
}

ScratchDir::ScratchDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "stretto_cli_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  root_ = pattern;
}

ScratchDir::~ScratchDir() {
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

std::vector<std::string> ScratchDir::files() const {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(root_)) names.push_back(file.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string ScratchDir::write(const std::string& name, const std::string& content) const {
  std::ofstream(path(name), std::ios::binary) << content;
  return path(name);
}

Outcome run_tool(const std::vector<std::string>& arguments) { return finish_tool(start_tool(arguments)); }

StartedTool start_tool(const std::vector<std::string>& arguments, const ToolTerminal* terminal) {
  return start(STRETTO_TOOL, arguments, terminal);
}

Outcome run_shell(const std::string& line, const std::string& folder) {
  const std::string programs = std::filesystem::path(STRETTO_TOOL).parent_path().string();
  const std::string prepared = "cd '" + folder + "' && PATH='" + programs + "':$PATH && " + line;
  return finish_tool(start("/bin/sh", {"-c", prepared}, nullptr));
}

Outcome finish_tool(const StartedTool& started) {
  Outcome outcome;
  pollfd pipes[2] = {{started.out, POLLIN, 0}, {started.err, POLLIN, 0}};
  std::string* texts[2] = {&outcome.out, &outcome.err};
  outcome.timed_out = !drain(pipes, texts, Clock::now() + time_limit);
  if (outcome.timed_out) ::kill(started.process, SIGKILL);
  for (const pollfd& pipe : pipes) {
    if (pipe.fd >= 0) ::close(pipe.fd);
  }
  int state = 0;
  rusage used{};
  ::wait4(started.process, &state, 0, &used);
  for (const timeval& time : {used.ru_utime, used.ru_stime}) {
    outcome.seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  if (WIFEXITED(state)) outcome.status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) outcome.signal = WTERMSIG(state);
  return outcome;
}

Outcome compile_text(const std::string& input) {
  const ScratchDir dir;
  return run_tool({"compile", dir.write("case.json", input)});
}

Outcome compile(const Json& input) { return compile_text(input.dump()); }

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> reference_names() { return names_of_json_files(STRETTO_REFERENCE_DIR); }

std::string reference_path(const std::string& name) {
  return std::string(STRETTO_REFERENCE_DIR) + "/" + name + ".json";
}

Json reference_case(const std::string& name) {
  const Json whole = Json::parse(read_file(reference_path(name)));
  return {{"name", whole["name"]}, {"schedule", whole["schedule"]}, {"params", whole["params"]}};
}

Json ping_pong_case() { return reference_case("ping_pong_bf16_csp"); }
Json four_wave_case() { return reference_case("four_wave_bf16_256x256x64"); }
Json single_buffer_case() { return reference_case("single_buffer_k2_4x4x2_16x16"); }

Json& at_path(Json& root, const std::string& path) {
  Json* value = &root;
  std::istringstream keys(path);
  for (std::string key; std::getline(keys, key, '.');) value = &(*value)[key];
  return *value;
}

void erase_path(Json& root, const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) {
    root.erase(path);
  } else {
    at_path(root, path.substr(0, dot)).erase(path.substr(dot + 1));
  }
}

void expect_refused(const Outcome& outcome, const std::vector<std::string>& words) {
  EXPECT_EQ(outcome.status, 2) << text(outcome);
  EXPECT_EQ(outcome.out, "");
  EXPECT_LE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 4) << text(outcome);
  EXPECT_NE(outcome.err, "");
  for (const std::string& word : words)
    EXPECT_NE(outcome.err.find(word), std::string::npos) << word << "\n" << text(outcome);
}

void expect_refused(const BadCommand& bad) {
  SCOPED_TRACE(testing::PrintToString(bad.arguments));
  expect_refused(run_tool(bad.arguments), {bad.word});
}

void expect_words(const std::string& out, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(out.find(word), std::string::npos) << word << " in\n" << out;
}

}  // namespace stretto::cli
