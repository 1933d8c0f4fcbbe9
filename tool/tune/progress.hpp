// The progress of a sweep: one line on standard error, redrawn in place, only on a terminal.
#pragma once

#include <chrono>
#include <string>

namespace stretto::tool {

/// The line, at most `width` columns long.
struct ProgressState {
  long done = 0;
  long total = 0;
  double rate = 0;   // points per second; 0: unknown yet
  std::string best;  // as text; empty: none yet
};
std::string progress_line(const ProgressState& state, int width);

class ProgressBar {
 public:
  /// `found`: points already in the results file.
  ProgressBar(long found, long total);
  /// Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void draw(long done, const std::string& best);

 private:
  bool shown_;
  long found_;
  long total_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace stretto::tool
