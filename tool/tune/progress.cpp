#include "tune/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

namespace stretto::tool {

namespace {

constexpr int usual_width = 80;
constexpr int widest_bar = 30;
constexpr const char* clear_line = "\r\033[K";

int columns_of_terminal() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_width;
}

/// "0:07", "1:02:03".
std::string clock_text(double seconds) {
  const long all = std::lround(std::min(seconds, 1e9));
  char text[64];
  if (all >= 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", all / 3600, all / 60 % 60, all % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld", all / 60, all % 60);
  }
  return text;
}

}  // namespace

std::string progress_line(const ProgressState& state, int width) {
  const auto room = static_cast<std::size_t>(std::max(width - 1, 0));
  std::string line = std::to_string(state.done) + "/" + std::to_string(state.total);
  if (state.rate > 0) {
    char rate[64];
    std::snprintf(rate, sizeof rate, state.rate < 10 ? " %.1f points/s, " : " %.0f points/s, ", state.rate);
    line += rate + clock_text(static_cast<double>(state.total - state.done) / state.rate) + " left";
  }
  const std::string best = state.best.empty() ? "" : ", best " + state.best;
  // Shorten the bar first, then cut the line.
  const long free = static_cast<long>(room) - static_cast<long>(line.size() + best.size()) - 3;
  const long bar = std::min<long>(free, widest_bar);
  if (bar >= 10) {
    const long full = state.total == 0 ? bar : bar * state.done / state.total;
    line = "[" + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(bar - full), ' ') + "] " + line;
  }
  return (line + best).substr(0, room);
}

ProgressBar::ProgressBar(long found, long total)
    : shown_(isatty(STDERR_FILENO) != 0), found_(found), total_(total), start_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs(clear_line, stderr);
}

void ProgressBar::draw(long done, const std::string& best) {
  if (!shown_) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const double rate = static_cast<double>(done - found_) / std::max(elapsed.count(), 1e-3);
  std::fputs((clear_line + progress_line({done, total_, rate, best}, columns_of_terminal())).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace stretto::tool
