// A solver in a process of its own, spoken to in lines. Time is the processor time of that process, so neither its
// start nor other work on the machine counts.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace stretto::peers {

class SolverProcess {
 public:
  explicit SolverProcess(const std::vector<std::string>& command);
  ~SolverProcess();  // ends the process
  SolverProcess(const SolverProcess&) = delete;
  SolverProcess& operator=(const SolverProcess&) = delete;

  void send(const std::string& text);

  /// The next line of its output; nothing at the end of the output, or once `seconds()` passes `until`.
  std::optional<std::string> line(double until);

  /// Skips lines until one contains `text`; false when the output or the time ends first.
  bool skip_to(const std::string& text, double until);

  /// Processor time used so far.
  [[nodiscard]] double seconds();

 private:
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  bool ended_ = false;
  double seconds_ = 0;
  std::string unread_;
};

/// What a short-lived command prints, for versions; empty if it cannot be run.
std::string output_of(const std::vector<std::string>& command);

}  // namespace stretto::peers
