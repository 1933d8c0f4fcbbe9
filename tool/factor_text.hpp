// Expressions in text.
#pragma once

#include <string>

namespace stretto::tool {

/// The expression as an operand of `/` or `%`: "(i + 2)", but "i".
inline std::string factor_text(const std::string& expression) {
  return expression.find(' ') == std::string::npos ? expression : "(" + expression + ")";
}

}  // namespace stretto::tool
