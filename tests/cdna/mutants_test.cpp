// Broken copies of proven schedules: the emulator and the verifier must both notice.
#include <gtest/gtest.h>

#include <ostream>

#include "emulated_gemm.hpp"

namespace stretto::cdna {

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.kernel.name; }

namespace {

using emulator::Landing;

std::vector<Mutant> all_mutants() {
  std::vector<Mutant> out = ping_pong_mutants();
  for (const Mutant& mutant : four_wave_mutants()) out.push_back(mutant);
  for (const Mutant& mutant : other_mutants()) out.push_back(mutant);
  return out;
}

std::vector<Mutant> verified_mutants() {
  std::vector<Mutant> out = all_mutants();
  std::erase_if(out, [](const Mutant& mutant) { return !mutant.verified; });
  return out;
}

std::string name_of_mutant(const testing::TestParamInfo<Mutant>& test) { return test.param.kernel.name; }

class mutants : public testing::TestWithParam<Mutant> {};

TEST_P(mutants, are_wrong_with_the_timing_that_is_to_catch_them) {
  const Kernel& kernel = GetParam().kernel;
  EmulatedGemm problem(emulator::format_of(kernel.tile.mfma), kernel.tile.m, kernel.tile.n, kernel.k(2));
  for (const std::uint64_t seed : {2U, 3U}) {
    const emulator::Outcome outcome = problem.run(kernel, {GetParam().caught_by, kernel.registers, seed});
    EXPECT_TRUE(!outcome.finished() || problem.wrong() != "") << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(, mutants, testing::ValuesIn(all_mutants()), name_of_mutant);

class verdict_of_mutant : public testing::TestWithParam<Mutant> {};

TEST_P(verdict_of_mutant, is_not_proven) { EXPECT_NE(GetParam().kernel.verdict, Verdict::proven); }

INSTANTIATE_TEST_SUITE_P(, verdict_of_mutant, testing::ValuesIn(verified_mutants()), name_of_mutant);

TEST(deadlock, is_reported) {
  const Kernel kernel = deadlocked_kernel();
  EmulatedGemm problem(emulator::format_of(kernel.tile.mfma), kernel.tile.m, kernel.tile.n, kernel.k(1));
  for (const Landing landing : {Landing::late, Landing::modelled}) {
    const emulator::Outcome outcome = problem.run(kernel, {landing, kernel.registers, 2});
    EXPECT_NE(outcome.error.find("waits forever at its barrier"), std::string::npos) << outcome.error;
  }
}

}  // namespace
}  // namespace stretto::cdna
