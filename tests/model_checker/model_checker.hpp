// A model checker for wave programs, written from the contract in stretto/program/wave_program.hpp alone.
//
// It executes the program in every possible order, state by state. It shares no code with the verifier, so if both give
// the same answer, each confirms the other.
#pragma once

#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::model_checker {

enum class Answer {
  right,            ///< no execution is wrong
  wrong,            ///< some execution is wrong
  too_many_states,  ///< nothing wrong was found before the limit
};

enum class Search {
  reduced,      ///< events that commute with all others happen first and alone
  every_order,  ///< no event is assumed to commute; tests that the reduction loses nothing
};

struct Outcome {
  Answer answer = Answer::right;
  std::string what;  ///< one line: which rule, wave and step; empty when right
  std::string rule;  ///< "consume", "fetch", "fence", "uninitialised", "gone", "count", "deadlock", "phase",
                     ///< "encodable" or "unfinished"; empty when right
  long states = 0;   ///< visited
};

/// Explores every execution of the program for these trip counts: one, or for a persistent program one for each run.
/// Stops at the first wrong one. The program ends after the last run; to check whether it may end earlier, call again
/// with fewer runs. Throws std::invalid_argument if the program is invalid.
Outcome check(const WaveProgram& program, const std::vector<int>& trips, long max_states,
              Search search = Search::reduced);

}  // namespace stretto::model_checker
