// Programs of roles, changed at random: verifier and interpreter must say the same of every one.
//
// The interpreter knows every interleaving up to a few trips. What the verifier proves must be right in all of them;
// what it rejects must go wrong in one: by a wrong result where it names a race of the data, by a deadlock, an invalid
// phase or, since phases that go wrong let waves pass too early, a wrong result where it names progress. Changed bases
// that are rejected as they are say nothing when they are rejected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "role_mutations.hpp"

namespace stretto::study {

struct RoleStudyOptions {
  std::uint64_t first_seed = 0;
  int programs = 500;         // drawn, with one to three changes each
  bool every_single = false;  // instead: every single change of every base
  long max_states = 200'000;  // of one exploration; beyond, seeds decide
  std::uint64_t seeds = 1000;
};

struct RoleStudyCounts {
  int programs = 0;  // without those that are malformed
  int proven = 0;
  int rejected = 0;
  int wrong_number = 0;  // of the rejected: what the interpreter finds; one may end in several ways
  int deadlock = 0;
  int invalid_phase = 0;
  int unencodable = 0;
  int malformed = 0;  // refused as they stand
  long states = 0;
  int missed_by_seeds = 0;                    // failures of the first trip count that fails, by exploration alone
  std::uint64_t hardest = 0;                  // most seeds that such a failure took
  int by_seeds = 0;                           // programs with an exploration that was cut off
  std::vector<std::string> undecided;         // no state repeats, so the verifier refuses
  std::vector<std::string> only_interpreter;  // refused by the interpreter alone
  std::vector<std::string> bases;             // that are not proven as they are
  std::vector<std::string> unsound;           // proven, but the interpreter finds a failure
  std::vector<std::string> never_seen_bad;    // rejected, but the interpreter finds none
  std::vector<std::string> stricter;          // the same, where it names progress
  std::vector<std::string> other_kind;        // rejected for one thing, and another is found
};

RoleStudyCounts study_roles(const RoleStudyOptions& options);

}  // namespace stretto::study
