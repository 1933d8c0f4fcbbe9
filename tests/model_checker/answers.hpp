// How tests ask.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model_checker.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {

/// The rule that is broken; empty when the program is right.
inline std::string rule(const Maker& make, const std::vector<int>& trips = {0}) {
  const Outcome outcome = check(make.program, trips, 1000000);
  EXPECT_NE(outcome.answer, Answer::too_many_states);
  EXPECT_EQ(outcome.answer == Answer::right, outcome.rule.empty());
  EXPECT_EQ(outcome.answer == Answer::right, outcome.what.empty());
  return outcome.rule;
}

}  // namespace stretto::model_checker
