// What the program's exit status says.
#pragma once

#include <csignal>

#include <stretto/stretto.hpp>

namespace stretto::tool {

inline constexpr int exit_done = 0;
inline constexpr int exit_bad_input = 2;
inline constexpr int exit_relies_on_latency = 3;
inline constexpr int exit_race = 4;
inline constexpr int exit_incomplete = 5;

/// As shells have it: a sweep that SIGINT or SIGTERM stopped, with what it had.
constexpr int exit_of_signal(int signal) { return 128 + signal; }

struct ExitMeaning {
  int status;
  const char* meaning;
};

/// Help texts and the manual page are written from this table; a test holds docs/tool.md to it.
inline constexpr ExitMeaning exit_meanings[] = {
    {exit_done, "done; the schedule is proven, the run right"},
    {exit_bad_input, "bad usage or input, a program that cannot run, or output that cannot be written"},
    {exit_relies_on_latency, "the schedule relies on latency"},
    {exit_race, "a race, a run that goes wrong, or a schedule that breaks a constraint"},
    {exit_incomplete, "merged results lack points"},
    {exit_of_signal(SIGINT), "a sweep stopped by Ctrl-C (SIGINT), its results kept"},
    {exit_of_signal(SIGTERM), "a sweep stopped by SIGTERM, its results kept"},
};

constexpr int exit_status(Verdict verdict) {
  switch (verdict) {
    case Verdict::proven: return exit_done;
    case Verdict::relies_on_latency: return exit_relies_on_latency;
    case Verdict::race: return exit_race;
    case Verdict::invalid: return exit_bad_input;
  }
  return exit_bad_input;
}

}  // namespace stretto::tool
