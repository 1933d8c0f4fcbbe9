#include "explorer_agreement.hpp"

#include <algorithm>

#include <stretto/core/error.hpp>
#include <stretto/verify/verify.hpp>

#include "executor/wave_program_machine.hpp"
#include "explorer.hpp"
#include "random_program.hpp"
#include "seed_checker.hpp"

namespace stretto::study {

namespace {

constexpr int extra_trips = 6;

class ProgramComparison {
 public:
  ProgramComparison(const AgreementOptions& options, AgreementCounts& counts) : options_(options), counts_(counts) {}

  void compare(std::uint64_t seed) {
    seed_ = seed;
    program_ = explorer::random_program(seed).program;
    ++counts_.programs;
    const explorer::Outcome truth = explorer::outcome_for_all_small_trips(program_, extra_trips);
    switch (truth) {
      case explorer::Outcome::safe: ++counts_.safe; break;
      case explorer::Outcome::wrong: ++counts_.wrong; break;
      case explorer::Outcome::deadlock: ++counts_.deadlock; break;
      case explorer::Outcome::too_many_states: ++counts_.undecided; return;
    }
    const bool safe = truth == explorer::Outcome::safe;
    compare_verifier(truth);
    compare_executor(safe);
  }

 private:
  void compare_verifier(explorer::Outcome truth) {
    const Verification verdict = verify(program_);
    if (verdict.proven() != (truth == explorer::Outcome::safe)) {
      disagree(std::string("verifier ") + name(verdict.verdict) + ", explorer " + explorer::name(truth) +
               (verdict.invalid ? std::string(": ") + describe(verdict.invalid).c_str() : std::string()));
    }
    if (verdict.hazards.empty() != (verdict.proven() || verdict.verdict == Verdict::invalid)) {
      disagree(std::string("verifier ") + name(verdict.verdict) + " with " + std::to_string(verdict.hazards.size()) +
               " hazards");
    }
  }

  void compare_executor(bool safe) {
    const executor::Machine machine = executor::machine_of(program_);
    SeedChecker checker(machine, {program_.min_trips, program_.min_trips + extra_trips});
    const executor::Outcome seen = checker.look(safe ? options_.seeds_if_safe : options_.seeds_if_unsafe);
    if ((seen == executor::Outcome::right) != safe) {
      disagree(std::string("executor ") + (safe ? "fails, explorer safe" : "right on every seed, explorer unsafe"));
    }
    counts_.runs += checker.runs();
    if (!safe) counts_.hardest = std::max(counts_.hardest, checker.seeds());
  }

  void disagree(const std::string& what) {
    counts_.disagreements.push_back("seed " + std::to_string(seed_) + ": " + what + "\n" +
                                    explorer::describe(program_));
  }

  const AgreementOptions& options_;
  AgreementCounts& counts_;
  std::uint64_t seed_ = 0;
  WaveProgram program_;
};

}  // namespace

AgreementCounts compare_with_explorer(const AgreementOptions& options) {
  AgreementCounts counts;
  ProgramComparison comparison(options, counts);
  for (int i = 0; i < options.programs; ++i) comparison.compare(options.first_seed + static_cast<std::uint64_t>(i));
  return counts;
}

}  // namespace stretto::study
