// The exception that `compile` throws, and the words of a Diagnostic.
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "variable_schedule.hpp"

namespace stretto::errors {
namespace {

VariableSchedule with_cycle() {
  VariableSchedule schedule;
  schedule.edges = Vector<DepEdge>{
      {5, 3, DepKind::anti, 0}, {3, 6, DepKind::flow, 0}, {6, 4, DepKind::anti, 0}, {4, 5, DepKind::flow, 0}};
  return schedule;
}

TEST(Compile, ThrowsAnErrorThatNamesRuleOpsAndFix) {
  try {
    compile(with_cycle());
    FAIL() << "not refused";
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("same_iteration_cycle"), std::string::npos) << what;
    EXPECT_NE(what.find(R"(; ops 3 "MULTIPLY [0,0]" -> 6 "MULTIPLY [0,1]" -> 4 "LOAD_B stage 0 subtile 0 @K0" -> )"
                        R"(5 "READ_B stage 0 subtile 1" -> 3 "MULTIPLY [0,0]". )"),
              std::string::npos)
        << what;
    EXPECT_NE(what.find("Fix: give one edge of the cycle a loop distance of 1 or more"), std::string::npos) << what;
    EXPECT_EQ(error.diagnostic().rule, Rule::same_iteration_cycle);
    EXPECT_EQ(error.diagnostic().op_count, 4);
  }
}

TEST(Compile, ThrowsAStandardException) { EXPECT_THROW(compile(with_cycle()), std::exception); }

// A schedule whose tags have no names; an op that derived synchronisation refuses is an entry, and not of the body.
TEST(Describe, NamesOpsOfTheBodyOnly) {
  const Vector<OpDesc> body = SmallGemm::costed_ops();
  const auto words = [&](const Diagnostic& error, TagNamer namer) {
    return std::string(describe(error, body, namer).c_str());
  };
  const Diagnostic lost = Diagnostic(Rule::op_lost, 0, 0).with_op(3).with_op(99);
  EXPECT_NE(words(lost, no_tag_names).find(R"(; ops 3 "tag 4 [0,0]", 99. )"), std::string::npos);
  EXPECT_NE(words(lost, SmallGemm::tag_name).find(R"(; ops 3 "MULTIPLY [0,0]", 99. )"), std::string::npos);
  const Diagnostic reversed = Diagnostic(Rule::order_cannot_be_fixed, 0, 0).with_op(3);
  EXPECT_NE(words(reversed, SmallGemm::tag_name).find("; op 3. "), std::string::npos);
}

TEST(Compile, ReturnsWhatIsAccepted) {
  const CompiledSchedule compiled = compile(VariableSchedule{});
  EXPECT_EQ(compiled.body.size(), 14);
  EXPECT_FALSE(compiled.kernel.empty());
}

TEST(ErrorCopy, OutlivesItsOriginal) {
  auto original = std::make_unique<Error>(Diagnostic(Rule::self_loop, 0, 0).with_op(3));
  const std::string what = original->what();
  const Error copy = *original;
  Error assigned(Diagnostic(Rule::op_lost, 0, 0));
  assigned = *original;
  original.reset();
  EXPECT_EQ(copy.what(), what);
  EXPECT_EQ(assigned.what(), what);
}

std::string words(const Diagnostic& diagnostic) { return describe(diagnostic).c_str(); }

TEST(Describe, PrintsACycleOpByOpAndClosesIt) {
  const std::string text = words(try_compile(with_cycle()).error);
  EXPECT_NE(text.find("; ops 3 -> 6 -> 4 -> 5 -> 3. "), std::string::npos) << text;
}

TEST(Describe, PrintsOneOpSeveralOpsAndNone) {
  EXPECT_NE(words(Diagnostic(Rule::op_lost, 0, 0).with_op(7)).find("; op 7."), std::string::npos);
  EXPECT_NE(words(Diagnostic(Rule::staggered_overwrite, 1, 0).with_op(13).with_op(15)).find("; ops 13, 15."),
            std::string::npos);
  EXPECT_EQ(words(Diagnostic(Rule::no_prefetch, 0, 1)).find("; op"), std::string::npos);
}

TEST(Describe, PrintsValueLimitAndEntry) {
  const std::string text = words(Diagnostic(Rule::wait_vm_field, 63, 62).at_entry(8));
  EXPECT_NE(text.find("; value 63, limit 62; entry 8. "), std::string::npos) << text;
}

TEST(Describe, SaysWhichCountAndWhereItMayLie) {
  EXPECT_EQ(words(Diagnostic(Rule::count_too_large, 33, 32, Count::waves_of_a_role)),
            "count_too_large: a count is larger than the library supports: waves of a role; value 33, limit 32. "
            "Fix: use at most the limit");
  EXPECT_EQ(words(check_count({Count::slots_of_a_buffer, 0}, 1, 8)),
            "count_below_one: a count is below 1: slots of a buffer; value 0, limit 1. Fix: use 1 or more");
}

TEST(Describe, HasWordsForEveryCount) {
  std::set<std::string> all;
  int count = 1;
  for (; std::string(count_words(static_cast<Count>(count))) != ""; ++count) {
    EXPECT_TRUE(all.insert(count_words(static_cast<Count>(count))).second) << count_words(static_cast<Count>(count));
  }
  EXPECT_GT(count, static_cast<int>(Count::version_of_an_access));  // the last one
}

TEST(Describe, TakesTheLimitOfAWaitFromTheTarget) {
  CounterLimits limits;
  limits.max_wait_vm = 20;
  const std::string text = words(check_wait(limits, Counter::vm, 21));
  EXPECT_NE(text.find("wait_vm_field: "), std::string::npos) << text;
  EXPECT_NE(text.find("; value 21, limit 20. "), std::string::npos) << text;
}

TEST(Describe, PrintsTheSmallestNumber) {
  const std::string text = words(Diagnostic(Rule::negative_wait, -2147483647 - 1, 0));
  EXPECT_NE(text.find("value -2147483648,"), std::string::npos) << text;
}

// A Diagnostic holds 32 op numbers. The message of a longer cycle must not close a cycle that is not one.
TEST(Describe, DoesNotCloseACycleThatItCutShort) {
  constexpr int size = Diagnostic::max_ops + 8;
  LoopBody body;
  body.ops = Vector<OpDesc>(size, SmallGemm::costed_ops()[0]);
  for (int i = 0; i < size; ++i) body.edges.push_back({i, (i + 1) % size, DepKind::flow, 0});
  const Diagnostic error = validate(body);
  ASSERT_EQ(error.rule, Rule::same_iteration_cycle);
  EXPECT_EQ(error.value, size);
  ASSERT_EQ(error.op_count, Diagnostic::max_ops);
  EXPECT_EQ(words(error).find(" -> 31 -> 0"), std::string::npos) << words(error);
}

TEST(Describe, IsAConstantExpression) {
  constexpr int length = describe(Diagnostic(Rule::self_loop, 0, 0).with_op(3)).size();
  EXPECT_EQ(length, static_cast<int>(words(Diagnostic(Rule::self_loop, 0, 0).with_op(3)).size()));
}

}  // namespace
}  // namespace stretto::errors
