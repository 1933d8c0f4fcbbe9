// What the program's exit status says.
#pragma once

#include <stretto/stretto.hpp>

namespace stretto::tool {

inline constexpr int exit_done = 0;  // also: proven, right
inline constexpr int exit_bad_input = 2;
inline constexpr int exit_relies_on_latency = 3;
inline constexpr int exit_race = 4;        // also: a run that goes wrong, a schedule that breaks a constraint
inline constexpr int exit_incomplete = 5;  // merge: points are missing

/// As shells have it: a sweep that SIGINT or SIGTERM stopped, with what it had.
constexpr int exit_of_signal(int signal) { return 128 + signal; }

constexpr int exit_status(Verdict verdict) {
  switch (verdict) {
    case Verdict::proven: return exit_done;
    case Verdict::relies_on_latency: return exit_relies_on_latency;
    case Verdict::race: return exit_race;
    case Verdict::invalid: return exit_bad_input;
  }
  return exit_bad_input;
}

inline constexpr const char* exit_status_help =
    "Exit status: 0 done, proven, or right; 2 bad input or usage, or a program that cannot run; 3 relies on latency;\n"
    "4 a race, a run that goes wrong, or a schedule that breaks a constraint; 5 merged results lack points;\n"
    "130, 143 a sweep stopped by Ctrl-C (SIGINT) or SIGTERM, its results kept.";

}  // namespace stretto::tool
