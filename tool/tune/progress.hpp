// How far a sweep is: one line on standard error, drawn over and over, only where that is a terminal.
#pragma once

#include <chrono>
#include <string>

namespace stretto::tool {

/// The line, at most `width` columns long.
struct ProgressState {
  long done = 0;
  long total = 0;
  double rate = 0;   // points a second; 0: not known yet
  std::string best;  // in words; empty: none yet
};
std::string progress_line(const ProgressState& state, int width);

class ProgressBar {
 public:
  /// `found`: points that need not be run.
  ProgressBar(long found, long total);
  /// Leaves the terminal's line empty.
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
