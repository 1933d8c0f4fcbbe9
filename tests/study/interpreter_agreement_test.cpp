// The interpreter compared with the explorer, and with itself under other times of reading and completing.
#include <gtest/gtest.h>

#include <stretto/verify/check_program.hpp>

#include "../sample.hpp"
#include "arbitrary_study.hpp"
#include "executor/interpreter/interpreter.hpp"
#include "explorer.hpp"
#include "program_source.hpp"
#include "random_program.hpp"
#include "role_mutations.hpp"

namespace stretto::study {
namespace {

using executor::CompletionTimes;
using executor::Ending;
using executor::Exploration;
using executor::ExplorationOptions;
using executor::Interpreter;
using executor::ReadTimes;

constexpr int extra_trips = 2;
constexpr long most_states = 10'000;

Exploration explore(const Interpreter& interpreter, ReadTimes reads, CompletionTimes completions,
                    long max_states = most_states) {
  ExplorationOptions options;
  options.max_states = max_states;
  options.reads = reads;
  options.completions = completions;
  return interpreter.explore(options);
}

TEST(InterpreterAgreement, WithTheExplorer) {
  int compared = 0;
  int wrong = 0;
  for (int seed = 0; seed < sample(100); ++seed) {
    const WaveProgram program = explorer::random_program(static_cast<std::uint64_t>(seed)).program;
    for (int n = program.min_trips; n <= program.min_trips + extra_trips; ++n) {
      const Interpreter interpreter(program, {n});
      const Exploration found = explore(interpreter, ReadTimes::worst, CompletionTimes::any);
      if (!found.complete) continue;
      const explorer::Outcome outcome = explorer::explore(program, n, 1'000'000).outcome;
      if (outcome == explorer::Outcome::too_many_states) continue;
      ++compared;
      wrong += outcome == explorer::Outcome::wrong ? 1 : 0;
      const bool same = outcome == explorer::Outcome::safe ? found.right()
                        : outcome == explorer::Outcome::wrong
                            ? found.finds(Ending::wrong_number)
                            : found.finds(Ending::deadlock) && !found.finds(Ending::wrong_number);
      ASSERT_TRUE(same) << "seed " << seed << ", " << n << " trips: explorer " << explorer::name(outcome) << "\n"
                        << explorer::describe(program);
      ASSERT_EQ(interpreter.search(outcome == explorer::Outcome::safe ? 20 : 500).right(),
                outcome == explorer::Outcome::safe)
          << "seed " << seed << ", " << n << " trips\n"
          << explorer::describe(program);
    }
  }
  EXPECT_GT(compared, sample(100));
  EXPECT_GT(wrong, sample(30));
}

TEST(InterpreterAgreement, OfAllTimes) {
  const std::vector<RoleBase> bases = role_bases();
  int compared = 0;
  for (int seed = 0; seed < sample(100); ++seed) {
    Dice dice(static_cast<std::uint64_t>(seed));
    WaveProgram program = bases[static_cast<std::size_t>(dice.below(static_cast<int>(bases.size())))].program;
    for (int count = dice.from(1, 2); count > 0; --count) apply(program, draw_mutation(dice, program));
    const int trips = dice.from(1, 2);
    const Interpreter interpreter(program, program.persistent ? Vector<int>{trips, 1} : Vector<int>{trips + 1});
    const Exploration few = explore(interpreter, ReadTimes::worst, CompletionTimes::when_waited_for);
    for (const ReadTimes reads : {ReadTimes::worst, ReadTimes::chosen}) {
      const Exploration many = explore(interpreter, reads, CompletionTimes::any);
      if (!few.complete || !many.complete) continue;
      ++compared;
      ASSERT_EQ(few.found, many.found) << "seed " << seed << "\n" << role_words(program);
    }
  }
  EXPECT_GT(compared, sample(50));
}

TEST(InterpreterAgreement, OfAllTimesWithAllFeatures) {
  constexpr long few_states = 2000;
  int compared = 0;
  int wrong = 0;
  for (int seed = 0; seed < sample(2000); ++seed) {
    const WaveProgram program = program_of(ProgramKind::all, static_cast<std::uint64_t>(seed), Features::all);
    if (check_program(program)) continue;
    const int trips = program.min_trips + 1;
    const Interpreter interpreter(program,
                                  program.persistent ? Vector<int>{trips, program.min_trips} : Vector<int>{trips});
    const Exploration few = explore(interpreter, ReadTimes::worst, CompletionTimes::when_waited_for, few_states);
    if (!few.complete) continue;
    for (const ReadTimes reads : {ReadTimes::worst, ReadTimes::chosen}) {
      const Exploration many = explore(interpreter, reads, CompletionTimes::any, few_states);
      if (!many.complete) continue;
      ++compared;
      wrong += few.fails() ? 1 : 0;
      ASSERT_EQ(few.fails(), many.fails()) << "seed " << seed << "\n" << cpp_source(program);
    }
  }
  EXPECT_GT(compared, sample(2000));
  EXPECT_GT(wrong, sample(1000));
}

}  // namespace
}  // namespace stretto::study
