// Expressions in files: their values, and what is wrong with others.
#include <gtest/gtest.h>

#include "json/expression.hpp"

namespace stretto::tool {
namespace {

const Parameters parameters = {{"bm", 128}, {"bk", 64}};

long value_of(const std::string& text) { return evaluate(text, parameters, JsonPlace("file")); }

TEST(Expression, HasTheValueOfItsFormula) {
  EXPECT_EQ(value_of("128*64*2"), 16384);
  EXPECT_EQ(value_of(" bm * ( bk + 16 ) / 2 "), 5120);
  EXPECT_EQ(value_of("2+3*4-5"), 9);
  EXPECT_EQ(value_of("100-10-1"), 89);
  EXPECT_EQ(value_of("64/4/2"), 8);
  EXPECT_EQ(value_of("-3*-2"), 6);
  EXPECT_EQ(value_of("-(2+1)"), -3);
  EXPECT_EQ(value_of("9223372036854775807"), 9223372036854775807);
  EXPECT_EQ(value_of("0-9223372036854775807-1"), -9223372036854775807 - 1);
}

void expect_error(const std::string& text, const std::string& word) {
  try {
    const long value = value_of(text);
    ADD_FAILURE() << text << " = " << value;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    EXPECT_TRUE(std::string(error.what()).starts_with("file: ")) << error.what();
  }
}

TEST(Expression, ErrorsSayWhatIsWrong) {
  expect_error("", "missing at the end");
  expect_error("1+", "missing at the end");
  expect_error("(1", "not closed");
  expect_error("1)", "unexpected \")\"");
  expect_error("1 2", "unexpected \"2\"");
  expect_error("2**3", "unexpected \"*\"");
  expect_error("0x10", "unexpected \"x\"");
  expect_error("bn", "unknown parameter \"bn\"; did you mean bk?");
  expect_error("7/2", "7 / 2 is not a whole number");
  expect_error("1/(bm-128)", "division by zero");
  expect_error("9223372036854775807+1", "does not fit");
  expect_error("0-9223372036854775807-2", "does not fit");
  expect_error("3037000500*3037000500", "does not fit");
  expect_error("(0-9223372036854775807-1)/-1", "does not fit");
  expect_error("-(0-9223372036854775807-1)", "does not fit");
  expect_error(std::string(201, '1'), "longer than 200");
  expect_error(std::string(50, '(') + "1" + std::string(50, ')'), "too many parentheses");
  expect_error(std::string(50, '-') + "1", "too many parentheses");
  expect_error("1\x1b", "\\u001b");
}

}  // namespace
}  // namespace stretto::tool
