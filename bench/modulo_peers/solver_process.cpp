#include "solver_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <stdexcept>

namespace stretto::peers {

SolverProcess::SolverProcess(const std::vector<std::string>& command) {
  signal(SIGPIPE, SIG_IGN);  // a solver that has exited is detected at the end of its output
  int input[2];
  int output[2];
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a solver");
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("no process for a solver");
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // no solver outlives the benchmark
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(input[0]);
  close(output[1]);
  to_ = input[1];
  from_ = output[0];
}

SolverProcess::~SolverProcess() {
  close(to_);
  close(from_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void SolverProcess::send(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(to_, text.data() + at, text.size() - at);
    if (written <= 0) return;
    at += static_cast<std::size_t>(written);
  }
}

std::optional<std::string> SolverProcess::line(double until) {
  while (true) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      std::string text = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return text;
    }
    if (ended_ || seconds() > until) return std::nullopt;
    pollfd readable{from_, POLLIN, 0};
    if (poll(&readable, 1, 20) <= 0) continue;
    char piece[1 << 14];
    const ssize_t count = read(from_, piece, sizeof piece);
    if (count > 0) {
      unread_.append(piece, static_cast<std::size_t>(count));
    } else {
      ended_ = true;
      if (!unread_.empty()) unread_ += '\n';
    }
  }
}

bool SolverProcess::skip_to(const std::string& text, double until) {
  while (const std::optional<std::string> next = line(until)) {
    if (next->find(text) != std::string::npos) return true;
  }
  return false;
}

double SolverProcess::seconds() {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(pid_, &clock) == 0 && clock_gettime(clock, &time) == 0) {
    seconds_ = static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  return seconds_;
}

std::string output_of(const std::vector<std::string>& command) {
  SolverProcess process(command);
  std::string all;
  while (const std::optional<std::string> next = process.line(10)) all += *next + '\n';
  return all;
}

}  // namespace stretto::peers
