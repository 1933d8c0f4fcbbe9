// A model checker for wave programs, written from the contract in stretto/program/wave_program.hpp alone.
//
// It executes the program in every possible order, state by state. It knows nothing of the verifier, and the verifier
// nothing of it: where both give the same answer, each confirms the other.
#pragma once

#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::model_checker {

enum class Answer {
  right,            ///< no execution is wrong
  wrong,            ///< some execution is wrong
  too_many_states,  ///< no wrong one was found before the limit
};

enum class Search {
  reduced,      ///< what commutes with everything else happens first and alone
  every_order,  ///< nothing is taken to commute, to check that the reduction loses nothing
};

struct Outcome {
  Answer answer = Answer::right;
  std::string what;  ///< one line: which rule, wave and step; empty when right
  std::string rule;  ///< "consume", "fetch", "fence", "uninitialised", "gone", "count", "deadlock", "phase",
                     ///< "encodable" or "unfinished"; empty when right
  long states = 0;   ///< that were seen
};

/// Explores every execution of the program for these trip counts: one, or for a persistent program one for each run.
/// Stops at the first wrong one. The last run is the last: whoever wants to know whether the runs may end earlier asks
/// again with fewer. Throws std::invalid_argument when the program makes no sense.
Outcome check(const WaveProgram& program, const std::vector<int>& trips, long max_states,
              Search search = Search::reduced);

}  // namespace stretto::model_checker
