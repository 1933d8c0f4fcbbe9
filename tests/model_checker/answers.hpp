// The questions that tests ask about a program.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <stretto/verify/verify.hpp>

#include "model_checker.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {

/// The rule that is broken; empty when the program is right.
inline std::string rule(const Maker& make, const std::vector<int>& trips = {0}) {
  const Outcome outcome = check(make.program, trips, 1000000);
  EXPECT_NE(outcome.answer, Answer::too_many_states);
  EXPECT_EQ(outcome.answer == Answer::right, outcome.rule.empty());
  EXPECT_EQ(outcome.answer == Answer::right, outcome.what.empty());
  EXPECT_EQ(outcome.answer, check(make.program, trips, 1000000, Search::every_order).answer);
  // A second opinion: the verifier must not prove a wrong program.
  EXPECT_FALSE(outcome.answer != Answer::right && verify(make.program).proven()) << outcome.what;
  return outcome.rule;
}

/// Something is needed: the program is right with it, and breaks this rule without it. `write(make, with)` writes both.
template <class Write>
void expect_needed(const std::string& broken_without, Write write) {
  for (const bool with : {true, false}) {
    Maker make;
    write(make, with);
    EXPECT_EQ(rule(make), with ? "" : broken_without) << (with ? "with it" : "without it");
  }
}

/// The reverse: the program must not contain something.
template <class Write>
void expect_forbidden(const std::string& broken_with, Write write) {
  expect_needed(broken_with, [&](Maker& make, bool without) { write(make, !without); });
}

}  // namespace stretto::model_checker
