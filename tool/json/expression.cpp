#include "json/expression.hpp"

#include <limits>
#include <vector>

#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t longest_expression = 200;
constexpr int deepest_parentheses = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Recursive descent: sum = product {+- product}, product = factor {*/ factor}, factor = [-] number, name or (sum).
class Evaluation {
 public:
  Evaluation(const std::string& text, const Parameters& parameters, const JsonPlace& place)
      : text_(text), parameters_(parameters), place_(place) {}

  long run() {
    if (text_.size() > longest_expression) {
      throw place_.error("the expression is longer than " + std::to_string(longest_expression) + " characters");
    }
    const long value = sum();
    if (next() != '\0') refuse("unexpected " + quote(std::string(1, next())));
    return value;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw place_.error(what + " in " + quote(text_)); }

  [[nodiscard]] char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  void refuse_overflow(bool overflowed) const {
    if (overflowed) refuse("a number does not fit 64 bits");
  }

  long sum() {
    long value = product();
    for (char c = next(); c == '+' || c == '-'; c = next()) {
      ++at_;
      const long other = product();
      refuse_overflow(c == '+' ? __builtin_add_overflow(value, other, &value)
                               : __builtin_sub_overflow(value, other, &value));
    }
    return value;
  }

  long product() {
    long value = factor();
    for (char c = next(); c == '*' || c == '/'; c = next()) {
      ++at_;
      const long other = factor();
      if (c == '*') {
        refuse_overflow(__builtin_mul_overflow(value, other, &value));
        continue;
      }
      if (other == 0) refuse("division by zero");
      if (other == -1) {  // the only division that can overflow
        refuse_overflow(__builtin_sub_overflow(0L, value, &value));
        continue;
      }
      if (value % other != 0) {
        refuse(std::to_string(value) + " / " + std::to_string(other) + " is not a whole number");
      }
      value /= other;
    }
    return value;
  }

  long factor() {
    const char c = next();
    if (c == '-') {
      ++at_;
      deeper();
      long value = factor();
      --depth_;
      refuse_overflow(__builtin_sub_overflow(0L, value, &value));
      return value;
    }
    if (c == '(') {
      ++at_;
      deeper();
      const long value = sum();
      --depth_;
      if (next() != ')') refuse("a parenthesis is not closed");
      ++at_;
      return value;
    }
    if (is_digit(c)) return number();
    if (is_letter(c)) return parameter();
    refuse(c == '\0' ? "a number is missing at the end" : "unexpected " + quote(std::string(1, c)));
  }

  void deeper() {
    if (++depth_ > deepest_parentheses) refuse("too many parentheses");
  }

  long number() {
    long value = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      refuse_overflow(__builtin_mul_overflow(value, 10L, &value) ||
                      __builtin_add_overflow(value, static_cast<long>(text_[at_] - '0'), &value));
    }
    return value;
  }

  long parameter() {
    std::string name;
    for (; at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])); ++at_) name += text_[at_];
    if (const long* found = parameters_.use(name)) return *found;
    std::vector<std::string> known;
    for (const auto& [other, value] : parameters_) known.push_back(other);
    refuse("unknown parameter " + quote(name) + did_you_mean(name, known));
  }

  const std::string& text_;
  const Parameters& parameters_;
  const JsonPlace& place_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

long whole_number(const Json& value, const JsonPlace& place) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<unsigned long>();
    constexpr auto most = static_cast<unsigned long>(std::numeric_limits<long>::max());
    return static_cast<long>(number > most ? most : number);
  }
  if (value.is_number_integer()) return value.get<long>();
  throw place.error("must be a whole number, or an expression such as \"128*64*2\"");
}

}  // namespace

const long* Parameters::use(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return nullptr;
  used_.insert(name);
  return &found->second;
}

void Parameters::refuse_unused(const JsonPlace& place) const {
  for (const auto& [name, value] : values_) {
    if (!used_.contains(name)) throw place.key(name).error("no expression uses this parameter; use it, or remove it");
  }
}

long evaluate(const std::string& expression, const Parameters& parameters, const JsonPlace& place) {
  return Evaluation(expression, parameters, place).run();
}

long read_number(const Json& value, NumberRange range, const Parameters& parameters, const JsonPlace& place) {
  const bool expression = value.is_string();
  const long number = expression ? evaluate(value.get<std::string>(), parameters, place) : whole_number(value, place);
  if (number >= range.lowest && number <= range.highest) return number;
  const std::string is = expression ? quote(value.get<std::string>()) + " = " + std::to_string(number)
                                    : printable(cut(value.dump(), longest_quote));
  throw place.error(is + " is not from " + std::to_string(range.lowest) + " to " + std::to_string(range.highest));
}

bool is_parameter_name(const std::string& name) {
  if (name.empty() || name.size() > longest_quote || !is_letter(name.front())) return false;
  for (const char c : name) {
    if (!is_letter(c) && !is_digit(c)) return false;
  }
  return true;
}

}  // namespace stretto::tool
