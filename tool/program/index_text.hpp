// Index expressions of program files, as a kernel's source has them: "(i+2)%4" as a slot, "(i/4)%2^1" as a parity.
//
// Operators are + - * / % & ^ with the precedence of C, over whole numbers, parameters and index variables. What comes
// out must be a sum of multiples of the variables (a slot, before its %), or such a sum divided by a number (a parity).
#pragma once

#include <map>
#include <string>

#include <stretto/program/index_expression.hpp>

#include "json/expression.hpp"

namespace stretto::tool {

/// Index variables by name.
using IndexVariables = std::map<std::string, Advance>;

/// i, k and t.
const IndexVariables& step_indices();

/// A sum of multiples of variables. If it is taken modulo something, that must be `slots`.
Advance read_slot(const std::string& text, int slots, const IndexVariables& variables, const Parameters& parameters,
                  const JsonPlace& place);

/// A sum of multiples of variables, without %.
Advance read_index(const std::string& text, const IndexVariables& variables, const Parameters& parameters,
                   const JsonPlace& place);

/// A number taken modulo 2.
IndexQuotient read_parity(const std::string& text, const IndexVariables& variables, const Parameters& parameters,
                          const JsonPlace& place);

}  // namespace stretto::tool
