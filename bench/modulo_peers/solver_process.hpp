// A solver in a separate process, controlled by lines of text. Time is the processor time of that process, so neither
// its start nor other load on the machine counts.
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

  /// The next line of its output; empty at the end of the output, or once `seconds()` exceeds `until`.
  std::optional<std::string> line(double until);

  /// Skips lines until one contains `text`. Returns false if the output or the time ends first.
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

/// The output of a short-lived command, for versions; empty if it cannot be run.
std::string output_of(const std::vector<std::string>& command);

}  // namespace stretto::peers
