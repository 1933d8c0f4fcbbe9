// The program's exit status.
#pragma once

#include <csignal>
#include <string>

#include <stretto/stretto.hpp>

namespace stretto::tool {

inline constexpr int exit_done = 0;
inline constexpr int exit_bad_input = 2;
inline constexpr int exit_relies_on_latency = 3;
inline constexpr int exit_race = 4;
inline constexpr int exit_incomplete = 5;
inline constexpr int exit_none_ranked = 6;

/// The convention of shells, for a sweep that SIGINT or SIGTERM stopped; its results so far are kept.
constexpr int exit_of_signal(int signal) { return 128 + signal; }

struct ExitMeaning {
  int status;
  const char* commands;  // those that exit with it, separated by ", "; empty: all
  const char* meaning;
};

/// The help texts and the manual page are generated from this table; a test compares docs/tool.md with it.
inline constexpr ExitMeaning exit_meanings[] = {
    {exit_done, "", "success; the schedule is proven, or the run is correct"},
    {exit_bad_input, "",
     "invalid usage or input, a program that cannot run, a kernel that cannot be judged, or output that cannot be "
     "written"},
    {exit_relies_on_latency, "compile, verify, pipeline", "the schedule relies on latency"},
    {exit_race, "compile, verify, execute, audit, schedule, pipeline",
     "a race, an incorrect run, or a schedule that violates a constraint"},
    {exit_incomplete, "merge", "merged results are missing points"},
    {exit_none_ranked, "tune, merge",
     "no point of the sweep was ranked: each was refused, or lacks the required verdict"},
    {exit_of_signal(SIGINT), "tune", "a sweep stopped by Ctrl-C (SIGINT); its results are kept"},
    {exit_of_signal(SIGTERM), "tune", "a sweep stopped by SIGTERM; its results are kept"},
};

/// True if the command may exit with this status. The program, whose name here is empty, has all of them.
inline bool exits_with(const std::string& command, const ExitMeaning& exit) {
  const std::string some = exit.commands;
  return some.empty() || command.empty() || (", " + some + ",").find(", " + command + ",") != std::string::npos;
}

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
