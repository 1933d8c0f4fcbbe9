#include "mutation_study.hpp"

#include <algorithm>
#include <stdexcept>

#include "seed_checker.hpp"
#include "verdict_words.hpp"

namespace stretto::study {

namespace {

using executor::Outcome;

Outcome outcome_of(Prediction prediction) {
  switch (prediction) {
    case Prediction::wrong_number: return Outcome::wrong_number;
    case Prediction::deadlock: return Outcome::deadlock;
    case Prediction::unencodable: return Outcome::unencodable;
    default: return Outcome::right;
  }
}

const char* name(Outcome outcome) {
  switch (outcome) {
    case Outcome::right: return "right";
    case Outcome::wrong_number: return "wrong result";
    case Outcome::deadlock: return "deadlock";
    case Outcome::unencodable: return "unencodable";
  }
  return "?";
}

class MutantCheck {
 public:
  MutantCheck(const Base& base, const MutationOptions& options, MutationCounts& counts)
      : base_(base), options_(options), counts_(counts) {}

  void check(const Mutant& mutant) {
    const Verification verdict = verdict_on(mutant.schedule, base_);
    const Prediction prediction = prediction_of(verdict);
    ++counts_.by_kind[static_cast<std::size_t>(mutant.kind)][static_cast<std::size_t>(prediction)];
    if (prediction == Prediction::malformed) return;
    const auto disagree = [&](const std::string& what) {
      counts_.disagreements.push_back(base_.name + ", " + mutant.what + ": " + what + "; verifier: " + words(verdict));
    };
    if (verdict.hazards.empty() == (verdict.verdict == Verdict::race)) disagree("hazards do not fit the verdict");
    executor::Machine machine;
    try {
      machine = executor::machine_of(mutant.schedule);
    } catch (const std::invalid_argument& refused) {
      disagree(std::string("the executor refuses: ") + refused.what());
      return;
    }
    SeedChecker checker(machine, {0, 4});
    if (prediction == Prediction::right) {
      if (const Outcome seen = checker.look(options_.seeds_if_proven); seen != Outcome::right) disagree(name(seen));
    } else if (!checker.finds(outcome_of(prediction), options_.seeds_if_rejected)) {
      disagree(std::string("never ends in ") + name(outcome_of(prediction)));
    } else {
      counts_.hardest = std::max(counts_.hardest, checker.seeds());
      counts_.late += checker.seeds() > 100 ? 1 : 0;
    }
    counts_.runs += checker.runs();
  }

 private:
  const Base& base_;
  const MutationOptions& options_;
  MutationCounts& counts_;
};

}  // namespace

Prediction prediction_of(const Verification& verdict) {
  if (verdict.verdict == Verdict::proven) return Prediction::right;
  if (verdict.verdict != Verdict::invalid) return Prediction::wrong_number;
  switch (verdict.invalid.rule) {
    case Rule::barrier_counts_differ: return Prediction::deadlock;
    case Rule::wait_vm_field:
    case Rule::wait_lgkm_field:
    case Rule::negative_wait: return Prediction::unencodable;
    default: return Prediction::malformed;
  }
}

int MutationCounts::total(Prediction prediction) const {
  int sum = 0;
  for (const auto& row : by_kind) sum += row[static_cast<std::size_t>(prediction)];
  return sum;
}

int MutationCounts::mutants() const {
  int sum = -total(Prediction::malformed);
  for (const auto& row : by_kind) {
    for (const int count : row) sum += count;
  }
  return sum;
}

void MutationCounts::add(const MutationCounts& other) {
  for (std::size_t k = 0; k < by_kind.size(); ++k) {
    for (std::size_t p = 0; p < by_kind[k].size(); ++p) by_kind[k][p] += other.by_kind[k][p];
  }
  runs += other.runs;
  hardest = std::max(hardest, other.hardest);
  late += other.late;
  disagreements.insert(disagreements.end(), other.disagreements.begin(), other.disagreements.end());
}

MutationCounts study_mutants(const Base& base, const MutationOptions& options) {
  MutationCounts counts;
  MutantCheck check(base, options, counts);
  const std::vector<Mutant> mutants = mutants_of(base.schedule);
  const std::size_t every = static_cast<std::size_t>(options.every);
  for (std::size_t i = static_cast<std::size_t>(options.offset) % every; i < mutants.size(); i += every) {
    check.check(mutants[i]);
  }
  for (const Mutant& mutant : mutants_twice(base.schedule, options.twice, 1)) check.check(mutant);
  return counts;
}

}  // namespace stretto::study
