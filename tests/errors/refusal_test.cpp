// Every rule is reached through the API, and its Diagnostic says which ops, which value and which limit.
#include "refusal.hpp"

#include <set>

#include <gtest/gtest.h>

namespace stretto::errors {

std::vector<Refusal> all_refusals() {
  std::vector<Refusal> all;
  for (const auto& list : {config_refusals(), body_refusals(), graph_refusals(), scheduler_refusals(), block_refusals(),
                           structural_refusals(), encoding_refusals(), wave_program_refusals(), modulo_refusals(),
                           timing_refusals(), loop_refusals()}) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

namespace {

// The last enumerator. A rule added after it makes EveryRule.IsInTheList fail until it is named here.
constexpr int last_rule = static_cast<int>(Rule::race);

std::string rule_name(Rule rule) { return rule_text(rule).name; }

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, SaysRuleOpsValueAndLimit) {
  const Refusal& expected = GetParam();
  const Diagnostic actual = expected.provoke();
  EXPECT_EQ(rule_name(actual.rule), rule_name(expected.says.rule));
  EXPECT_EQ(actual.value, expected.says.value);
  EXPECT_EQ(actual.limit, expected.says.limit);
  EXPECT_EQ(actual.entry, expected.entry);
  EXPECT_EQ(std::vector<int>(actual.ops, actual.ops + actual.op_count), expected.says.ops);
}

TEST_P(Refused, IsDescribedWithRuleOpsAndFix) {
  const Refusal& expected = GetParam();
  const std::string text = describe(expected.provoke()).c_str();
  EXPECT_EQ(text.find(rule_name(expected.says.rule) + ": "), 0u) << text;
  for (int op : expected.says.ops) EXPECT_NE(text.find(std::to_string(op)), std::string::npos) << text;
  EXPECT_NE(text.find(std::string("Fix: ") + rule_text(expected.says.rule).remedy), std::string::npos) << text;
}

TEST_P(Refused, SaysWhichCountIsWrong) {
  const Diagnostic error = GetParam().provoke();
  const bool any_count =
      error.rule == Rule::negative_count || error.rule == Rule::count_below_one || error.rule == Rule::count_too_large;
  if (!any_count) return;
  EXPECT_NE(error.count, Count::none);
  const std::string text = describe(error).c_str();
  EXPECT_NE(text.find(std::string(": ") + count_words(error.count) + "; value "), std::string::npos) << text;
}

TEST_P(Refused, NamesWhatTheAuthorDeclared) {
  const Refusal& expected = GetParam();
  if (!expected.provoke.of_loop()) return;
  const Diagnostic error = expected.provoke();
  const std::string text = expected.provoke.text(error);
  EXPECT_NE(text.find(expected.says.names + ". Fix: "), std::string::npos) << text;
  const bool names = error.op_count > 0 || error.buffer >= 0 || error.role >= 0;
  EXPECT_EQ(names, !expected.says.names.empty()) << text;
}

INSTANTIATE_TEST_SUITE_P(All, Refused, testing::ValuesIn(all_refusals()), [](const auto& refusal) {
  return rule_name(refusal.param.says.rule) + "_" + refusal.param.name;
});

TEST(EveryRule, IsReached) {
  std::set<Rule> reached;
  for (const Refusal& refusal : all_refusals()) reached.insert(refusal.provoke().rule);
  for (int r = 1; r <= last_rule; ++r) {
    EXPECT_EQ(reached.count(static_cast<Rule>(r)), 1u) << rule_name(static_cast<Rule>(r));
  }
}

TEST(EveryRule, HasNameMeaningAndRemedy) {
  std::set<std::string> names;
  for (int r = 1; r <= last_rule; ++r) {
    const RuleText text = rule_text(static_cast<Rule>(r));
    EXPECT_STRNE(text.name, "") << r;
    EXPECT_STRNE(text.name, "?") << r;
    EXPECT_STRNE(text.meaning, "") << text.name;
    EXPECT_STRNE(text.remedy, "") << text.name;
    EXPECT_TRUE(names.insert(text.name).second) << text.name << " names two rules";
  }
}

TEST(EveryRule, IsInTheList) { EXPECT_STREQ(rule_text(static_cast<Rule>(last_rule + 1)).name, "?"); }

}  // namespace
}  // namespace stretto::errors
