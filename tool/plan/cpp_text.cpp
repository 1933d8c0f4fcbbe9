#include "plan/cpp_text.hpp"

#include <cctype>

namespace stretto::tool {
namespace {

constexpr std::size_t line_length = 120;

bool is_ascii_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_ascii_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string cpp_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {  // three octal digits: what follows cannot become part of them
      out += '\\';
      out += static_cast<char>('0' + byte / 64);
      out += static_cast<char>('0' + byte / 8 % 8);
      out += static_cast<char>('0' + byte % 8);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string cpp_type_name(const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (!is_ascii_letter(c) && !is_ascii_digit(c)) {
      begins = true;
      continue;
    }
    if (out.empty() && is_ascii_digit(c)) continue;
    const auto byte = static_cast<unsigned char>(c);
    out += static_cast<char>(begins ? std::toupper(byte) : std::tolower(byte));
    begins = false;
  }
  return out;
}

bool is_cpp_name(const std::string& text) {
  if (text.empty() || text.size() > longest_cpp_name || is_ascii_digit(text.front())) return false;
  for (const char c : text) {
    if (!is_ascii_letter(c) && !is_ascii_digit(c) && c != '_') return false;
  }
  return true;
}

std::string cpp_list(const std::vector<std::string>& items, const std::string& begin) {
  std::string out;
  std::string line = begin;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (line.size() > begin.size() && line.size() + 1 + item.size() > line_length) {
      out += line + "\n";
      line = begin;
    }
    line += (line.size() > begin.size() ? " " : "") + item;
  }
  return out + line;
}

}  // namespace stretto::tool
