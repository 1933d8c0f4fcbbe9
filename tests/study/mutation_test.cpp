#include <gtest/gtest.h>

#include "mutation_study.hpp"
#include "seed_checker.hpp"

namespace stretto::study {
namespace {

TEST(Mutants, BasesAreProvenAndRightAndDiffer) {
  const std::vector<Base> bases = proven_bases();
  for (const Base& base : bases) {
    for (const Base& other : bases) {
      if (&other == &base) break;
      EXPECT_FALSE(base.schedule.prologue == other.schedule.prologue && base.schedule.kernel == other.schedule.kernel &&
                   base.schedule.epilogue == other.schedule.epilogue)
          << base.name << " is " << other.name;
    }
    EXPECT_EQ(verdict_on(base.schedule, base).verdict, Verdict::proven) << base.name;
    const executor::Machine machine = executor::machine_of(base.schedule);
    EXPECT_EQ(SeedChecker(machine, {0, 4}).look(100), executor::Outcome::right) << base.name;
  }
}

TEST(Mutants, FailExactlyWhenTheVerifierRejectsThem) {
  MutationOptions options;
  options.seeds_if_proven = 20;
  options.every = 4;
  options.twice = 20;
  MutationCounts counts;
  for (const Base& base : proven_bases()) {
    counts.add(study_mutants(base, options));
    ++options.offset;
  }
  EXPECT_GT(counts.mutants(), 500);
  EXPECT_GT(counts.total(Prediction::right), 50);
  EXPECT_GT(counts.total(Prediction::wrong_number), 200);
  EXPECT_GT(counts.total(Prediction::unencodable), 10);
  for (const std::string& disagreement : counts.disagreements) ADD_FAILURE() << disagreement;
}

}  // namespace
}  // namespace stretto::study
