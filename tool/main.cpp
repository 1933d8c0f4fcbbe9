// The command-line program `stretto`.
#include <csignal>

#include "command_line.hpp"

int main(int argc, char** argv) {
  // A closed pipe is a write error: it is reported, and files can still be completed.
  std::signal(SIGPIPE, SIG_IGN);
  return stretto::tool::run_command_line(argc, argv);
}
