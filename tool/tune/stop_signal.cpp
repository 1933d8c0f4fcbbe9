#include "tune/stop_signal.hpp"

#include <atomic>
#include <csignal>

namespace stretto::tool {

namespace {

std::atomic<int> signal_that_came = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note_signal(int signal) { signal_that_came = signal; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action{};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

int stop_signal() { return signal_that_came; }

}  // namespace stretto::tool
