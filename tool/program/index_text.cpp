#include "program/index_text.hpp"

#include <cctype>
#include <vector>

#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t longest_index = 200;  // characters
constexpr long largest_number = 1 << 20;
constexpr int deepest_brackets = 16;

/// A value of an expression: (number / divisor + added) % modulus.
struct IndexTerm {
  Advance number;
  int divisor = 0;    // 0: not divided
  int added = 0;      // to the quotient
  int modulus = 0;    // 0: not taken modulo anything
  bool more = false;  // something was added after %

  [[nodiscard]] bool fixed() const { return divisor == 0 && modulus == 0 && number == constant(number.first); }
  [[nodiscard]] IndexTerm plus(int value) const {
    IndexTerm out = *this;
    (divisor == 0 ? out.number.first : out.added) += value;
    out.more = out.more || modulus != 0;
    return out;
  }
};

/// Recursive descent, by the precedence of C: ^ below & below + - below * / %.
class IndexParser {
 public:
  IndexParser(const std::string& text, const IndexVariables& variables, const Parameters& parameters,
              const JsonPlace& place)
      : text_(text), variables_(variables), parameters_(parameters), place_(place) {}

  IndexTerm parse() {
    if (text_.size() > longest_index) {
      throw place_.error("the expression is longer than " + std::to_string(longest_index) + " characters");
    }
    const IndexTerm value = exclusive_or();
    if (next() != '\0') refuse("unexpected " + quote(std::string(1, next())));
    for (const int n : {value.number.first, value.number.step, value.number.local_step, value.number.run_step}) {
      if (n > largest_number || n < -largest_number) refuse("a number is too large");
    }
    return value;
  }

  [[noreturn]] void refuse(const std::string& what) const { throw place_.error(what + " in " + quote(text_)); }

 private:
  [[nodiscard]] char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  [[nodiscard]] bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  [[nodiscard]] int checked(long value) const {
    if (value > largest_number || value < -largest_number) refuse("a number is too large");
    return static_cast<int>(value);
  }
  [[nodiscard]] int fixed(const IndexTerm& value, const char* what) const {
    if (!value.fixed()) refuse(std::string(what) + " must be a number");
    return value.number.first;
  }

  /// x ^ 1 where x is 0 or 1: the other one.
  IndexTerm exclusive_or() {
    IndexTerm value = bit_and();
    while (take('^')) {
      const int bit = fixed(bit_and(), "the right side of ^");
      if (value.modulus != 2 || value.more || bit < 0 || bit > 1)
        refuse("^ takes an expression modulo 2 on its left and 0 or 1 on its right");
      if (value.divisor == 0) value.divisor = 1;
      value.added += bit;
    }
    return value;
  }
  IndexTerm bit_and() {
    IndexTerm value = sum();
    while (take('&')) {
      if (fixed(sum(), "the right side of &") != 1) refuse("the right side of & must be 1");
      value = modulo(value, 2);
    }
    return value;
  }
  IndexTerm sum() {
    IndexTerm value = product();
    for (char c = next(); c == '+' || c == '-'; c = next()) {
      ++at_;
      value = combined(value, product(), c == '+' ? 1 : -1);
    }
    return value;
  }
  [[nodiscard]] IndexTerm combined(const IndexTerm& a, const IndexTerm& b, int sign) const {
    if (b.fixed()) return a.plus(checked(static_cast<long>(sign) * b.number.first));
    if (sign > 0 && a.fixed()) return b.plus(a.number.first);
    // 1 - x, where x is 0 or 1
    if (sign < 0 && a.fixed() && a.number.first == 1 && b.modulus == 2 && !b.more) {
      IndexTerm out = b;
      if (out.divisor == 0) out.divisor = 1;
      ++out.added;
      return out;
    }
    if (a.divisor != 0 || b.divisor != 0 || a.modulus != 0 || b.modulus != 0)
      refuse("quotients and remainders cannot be added");
    return {a.number + sign * b.number};
  }
  IndexTerm product() {
    IndexTerm value = factor();
    for (char c = next(); c == '*' || c == '/' || c == '%'; c = next()) {
      ++at_;
      const IndexTerm other = factor();
      if (c == '*') {
        const IndexTerm& scaled = other.fixed() ? value : other;
        const int by = fixed(other.fixed() ? other : value, "one side of *");
        if (scaled.divisor != 0 || scaled.modulus != 0) refuse("a quotient or remainder cannot be multiplied");
        const Advance& n = scaled.number;
        for (const int part : {n.first, n.step, n.local_step, n.run_step}) (void)checked(static_cast<long>(part) * by);
        value = {by * scaled.number};
      } else if (c == '/') {
        value = quotient(value, fixed(other, "the divisor"));
      } else {
        value = modulo(value, fixed(other, "the modulus"));
      }
    }
    return value;
  }
  [[nodiscard]] IndexTerm quotient(const IndexTerm& value, int by) const {
    if (by < 1) refuse("the divisor must be at least 1");
    if (value.divisor != 0 || value.modulus != 0) refuse("a quotient or remainder cannot be divided");
    if (value.fixed()) return {constant(value.number.first / by)};
    IndexTerm out = value;
    out.divisor = by;
    return out;
  }
  [[nodiscard]] IndexTerm modulo(const IndexTerm& value, int by) const {
    if (by < 1) refuse("the modulus must be at least 1");
    if (value.modulus != 0 && value.modulus % by != 0)
      refuse("a remainder modulo " + std::to_string(value.modulus) + " taken modulo " + std::to_string(by));
    IndexTerm out = value;
    out.modulus = by;
    out.more = false;
    return out;
  }
  IndexTerm factor() {
    if (++depth_ > deepest_brackets) refuse("nested too deeply");
    const IndexTerm value = factor_inside();
    --depth_;
    return value;
  }
  IndexTerm factor_inside() {
    const char c = next();
    if (take('-')) return combined(IndexTerm{}, factor(), -1);
    if (take('(')) {
      const IndexTerm value = exclusive_or();
      if (!take(')')) refuse("a parenthesis is not closed");
      return value;
    }
    std::string word;
    for (; at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_');
         ++at_) {
      word += text_[at_];
    }
    if (word.empty()) refuse(c == '\0' ? "a number is missing at the end" : "unexpected " + quote(std::string(1, c)));
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return {constant(number(word))};
    if (const auto variable = variables_.find(word); variable != variables_.end()) return {variable->second};
    if (const long* found = parameters_.use(word)) return {constant(checked(*found))};
    std::vector<std::string> known;
    for (const auto& [name, unused] : variables_) known.push_back(name);
    for (const auto& [name, unused] : parameters_) known.push_back(name);
    refuse("unknown name " + quote(word) + did_you_mean(word, known));
  }
  [[nodiscard]] int number(const std::string& digits) const {
    long value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') refuse("unexpected " + quote(digits));
      value = checked(value * 10 + (c - '0'));
    }
    return static_cast<int>(value);
  }

  const std::string& text_;
  const IndexVariables& variables_;
  const Parameters& parameters_;
  const JsonPlace& place_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

const IndexVariables& step_indices() {
  static const IndexVariables known = {{"i", indices::i}, {"k", indices::k}, {"t", indices::t}};
  return known;
}

Advance read_slot(const std::string& text, int slots, const IndexVariables& variables, const Parameters& parameters,
                  const JsonPlace& place) {
  IndexParser parser(text, variables, parameters, place);
  IndexTerm value = parser.parse();
  if (value.divisor == 1 && value.modulus == 2) {  // x % 2 ^ 1
    value.number.first += value.added;
    value.divisor = 0;
  }
  if (value.divisor != 0) parser.refuse("a slot cannot be a quotient");
  if (value.more) parser.refuse("a term is added after %; write % last");
  if (value.modulus != 0 && value.modulus != slots) {
    parser.refuse("% " + std::to_string(value.modulus) + " does not match the " + std::to_string(slots) +
                  (slots == 1 ? " slot" : " slots") + " that are declared");
  }
  if (value.modulus == 0 && value.fixed() && (value.number.first < 0 || value.number.first >= slots)) {
    parser.refuse("slot " + std::to_string(value.number.first) + " is not from 0 to " + std::to_string(slots - 1));
  }
  return value.number;
}

Advance read_index(const std::string& text, const IndexVariables& variables, const Parameters& parameters,
                   const JsonPlace& place) {
  IndexParser parser(text, variables, parameters, place);
  const IndexTerm value = parser.parse();
  if (value.divisor != 0 || value.modulus != 0) parser.refuse("/ and % are not allowed here");
  return value.number;
}

IndexQuotient read_parity(const std::string& text, const IndexVariables& variables, const Parameters& parameters,
                          const JsonPlace& place) {
  IndexParser parser(text, variables, parameters, place);
  const IndexTerm value = parser.parse();
  const bool bit = value.fixed() && (value.number.first == 0 || value.number.first == 1);
  if (!bit && (value.modulus != 2 || value.more)) parser.refuse("a parity must be an expression modulo 2, or 0 or 1");
  return {value.number, value.divisor == 0 ? 1 : value.divisor, value.added};
}

}  // namespace stretto::tool
