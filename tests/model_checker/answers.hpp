// How tests ask.
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
  // A second opinion: what goes wrong is not proven.
  EXPECT_FALSE(outcome.answer != Answer::right && verify(make.program).proven()) << outcome.what;
  return outcome.rule;
}

/// Something is needed: with it the program is right, without it it breaks this rule. `write(make, with)` writes both.
template <class Write>
void expect_needed(const std::string& broken_without, Write write) {
  for (const bool with : {true, false}) {
    Maker make;
    write(make, with);
    EXPECT_EQ(rule(make), with ? "" : broken_without) << (with ? "with it" : "without it");
  }
}

/// The reverse: something must not be there.
template <class Write>
void expect_forbidden(const std::string& broken_with, Write write) {
  expect_needed(broken_with, [&](Maker& make, bool without) { write(make, !without); });
}

}  // namespace stretto::model_checker
