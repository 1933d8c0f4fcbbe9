// Programs of roles, changed at random: verifier and interpreter must agree on each.
//
// The interpreter explores every interleaving up to a few trips. A proven program must be right in all of them. A
// rejected one must go wrong in at least one: with a wrong result if the verifier names a data race; with a deadlock or
// an invalid phase if it names progress, or with a wrong result, because a phase that goes wrong lets waves pass too
// early. If a base is rejected unchanged, the rejection of its mutants shows nothing.
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
  long max_states = 200'000;  // of one exploration; with more, seeds decide
  std::uint64_t seeds = 1000;
};

struct RoleStudyCounts {
  int programs = 0;  // without those that are malformed
  int proven = 0;
  int rejected = 0;
  int wrong_number = 0;  // rejected programs by what the interpreter finds; a program may end in several ways
  int deadlock = 0;
  int invalid_phase = 0;
  int unencodable = 0;
  int malformed = 0;  // refused without a run
  long states = 0;
  int missed_by_seeds = 0;             // failures of the first failing trip count that only the exploration finds
  std::uint64_t hardest = 0;           // most seeds until such a failure
  int by_seeds = 0;                    // programs whose exploration was cut off
  std::vector<std::string> undecided;  // no state repeats, so the verifier refuses
  std::vector<std::string> only_interpreter;  // refused by the interpreter alone
  std::vector<std::string> bases;             // not proven unchanged
  std::vector<std::string> unsound;           // proven, but the interpreter finds a failure
  std::vector<std::string> never_seen_bad;    // rejected, but the interpreter finds none
  std::vector<std::string> stricter;          // the same, if it names progress
  std::vector<std::string> other_kind;        // rejected for one reason, but another failure is found
};

RoleStudyCounts study_roles(const RoleStudyOptions& options);

}  // namespace stretto::study
