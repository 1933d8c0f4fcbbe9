// Text escaped for XML, between tags or in single quotes. XML has no way to write control characters.
#pragma once

#include <string>

#include "json/printable.hpp"

namespace stretto::tool {

inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace stretto::tool
