// What a checker finds in a program, over all run lengths up to a bound.
#pragma once

#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

enum class Reach : unsigned char {
  usual,   // up to 4 trips beyond the smallest count; up to 3 runs
  beyond,  // longer ones, for programs that are not wrong in the usual ones
};

/// Trip counts of runs, shorter ones first.
[[nodiscard]] std::vector<Vector<int>> run_lengths(const WaveProgram& program, Reach reach);

/// The truth about some runs of a program.
struct Truth {
  bool wrong = false;
  bool undecided = false;  // nothing wrong found, but not everything was explored
  bool refused = false;    // the checker refuses the program as meaningless
  std::string rule;        // that the program breaks, as the checker names it
  std::string what;        // which step, what happens, and in which runs
  Vector<int> trips;       // of the runs that are wrong
  long states = 0;
};

/// By the interpreter, up to the first wrong run. All lengths share one limit on states: shorter runs have fewer, and
/// in most cases show as much.
[[nodiscard]] Truth interpreted(const WaveProgram& program, Reach reach, long max_states);

/// By the model checker, for one sequence of runs.
[[nodiscard]] Truth model_checked(const WaveProgram& program, const Vector<int>& trips, long max_states);

}  // namespace stretto::study
