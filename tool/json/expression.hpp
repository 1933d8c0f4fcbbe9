// Numbers of a file that may be written as expressions: "128*64*2", "bm * (bk + 16) / 2".
//
// Operators are * / + - and parentheses, over whole numbers and named parameters. A division must be exact. A result
// that does not fit 64 bits is refused.
#pragma once

#include <map>
#include <string>

#include "json/parse.hpp"

namespace stretto::tool {

/// Named parameters with their values.
using Parameters = std::map<std::string, long>;

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
