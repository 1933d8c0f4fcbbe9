// Numbers of a file that may be written as expressions: "128*64*2", "bm * (bk + 16) / 2".
//
// Operators are * / + - and parentheses, over whole numbers and named parameters. A division must be exact. A result
// that does not fit 64 bits is refused.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>

#include "json/parse.hpp"

namespace stretto::tool {

/// Named parameters with their values, and which of them expressions have used.
class Parameters {
 public:
  using Values = std::map<std::string, long>;

  Parameters() = default;
  Parameters(std::initializer_list<Values::value_type> values) : values_(values) {}

  /// False: there is a parameter of this name.
  bool add(const std::string& name, long value) { return values_.emplace(name, value).second; }
  [[nodiscard]] bool contains(const std::string& name) const { return values_.contains(name); }
  /// In the order of their names.
  [[nodiscard]] Values::const_iterator begin() const { return values_.begin(); }
  [[nodiscard]] Values::const_iterator end() const { return values_.end(); }

  /// The value, for an expression that uses it; null: there is no such parameter.
  [[nodiscard]] const long* use(const std::string& name) const;
  /// Throws InputError if no expression has used one of them; `place` is that of all parameters.
  void refuse_unused(const JsonPlace& place) const;

 private:
  Values values_;
  mutable std::set<std::string> used_;
};

/// The smallest and the largest value that a number may have.
struct NumberRange {
  long lowest;
  long highest;
};

/// The value of an expression. Throws InputError that names the place and what is wrong.
long evaluate(const std::string& expression, const Parameters& parameters, const JsonPlace& place);

/// An integer, or an expression in a string.
long read_number(const Json& value, NumberRange range, const Parameters& parameters, const JsonPlace& place);

/// True for a name that expressions can use: a letter or _, then letters, digits and _.
bool is_parameter_name(const std::string& name);

}  // namespace stretto::tool
