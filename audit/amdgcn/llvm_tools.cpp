#include "llvm_tools.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace stretto::assembly {
namespace {

constexpr std::size_t most_output = std::size_t{1} << 28;

}  // namespace

TemporaryFile::TemporaryFile(const std::string& bytes) {
  std::string pattern = (std::filesystem::temp_directory_path() / "stretto-XXXXXX").string();
  const int file = ::mkstemp(pattern.data());
  if (file < 0) throw std::runtime_error("cannot write a temporary file for llvm-objdump");
  path_ = pattern;
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = ::write(file, bytes.data() + at, bytes.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ::close(file);
      ::unlink(path_.c_str());
      throw std::runtime_error("cannot write a temporary file for llvm-objdump");
    }
    at += static_cast<std::size_t>(written);
  }
  ::close(file);
}

TemporaryFile::~TemporaryFile() { ::unlink(path_.c_str()); }

std::string find_llvm_tool(const std::string& name, const std::string& folder) {
  std::vector<std::string> folders;
  const char* variable = std::getenv("STRETTO_LLVM");
  const std::string given = !folder.empty() ? folder : variable != nullptr ? variable : "";
  if (!given.empty()) {
    folders.push_back(given);
  } else if (const char* path = std::getenv("PATH"); path != nullptr) {
    std::istringstream pieces(path);
    for (std::string piece; std::getline(pieces, piece, ':');) folders.push_back(piece);
  }
  for (const std::string& candidate : {name + "-22", name}) {
    for (const std::string& each : folders) {
      const std::string path = each + "/" + candidate;
      if (!each.empty() && ::access(path.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(path)) return path;
    }
  }
  const std::string package = name == "clang-offload-bundler" ? "clang-tools-22" : "llvm-22";  // of Debian
  throw std::runtime_error("a code object needs " + name + " of LLVM 22, which is not " +
                           (given.empty() ? "on the PATH" : "in " + given) + "; install the package " + package +
                           ", or name its folder with --llvm");
}

std::string output_of(const std::vector<std::string>& command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot run " + command[0]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, command[0].c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string out;
  char buffer[65536];
  while (failed == 0 && out.size() <= most_output) {
    const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    out.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);  // a program that is still writing gets SIGPIPE
  if (failed != 0) throw std::runtime_error("cannot run " + command[0]);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (out.size() > most_output) throw std::runtime_error(command[0] + " writes more than 256 MiB");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(command[0] + " cannot read it");
  return out;
}

}  // namespace stretto::assembly
