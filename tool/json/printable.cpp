#include "json/printable.hpp"

namespace stretto::tool {

namespace {

constexpr unsigned char del = 0x7f;
constexpr unsigned char first_of_c1 = 0xc2;  // C1 is U+0080 to U+009F: 0xc2, then 0x80 to 0x9f

unsigned char byte_at(const std::string& text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

/// The code of the control character at this place; -1: there is none.
int control_at(const std::string& text, std::size_t i) {
  const unsigned char c = byte_at(text, i);
  if (c < 0x20 || c == del) return c;
  const unsigned char next = byte_at(text, i + 1);
  return c == first_of_c1 && next >= 0x80 && next <= 0x9f ? next : -1;
}

/// The length of the UTF-8 character at this place; 0: there is none.
std::size_t character_at(const std::string& text, std::size_t i) {
  const unsigned char c = byte_at(text, i);
  if (c < 0x80) return 1;
  const std::size_t length = c >= 0xc2 && c <= 0xdf ? 2 : (c & 0xf0U) == 0xe0 ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xc0U) != 0x80U) return 0;
  }
  // Longer forms than needed, surrogates, and what is beyond U+10FFFF.
  const unsigned char next = byte_at(text, i + 1);
  const bool none = (c == 0xe0 && next < 0xa0) || (c == 0xed && next > 0x9f) || (c == 0xf0 && next < 0x90) ||
                    (c == 0xf4 && next > 0x8f);
  return none ? 0 : length;
}

}  // namespace

bool has_control_characters(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (control_at(text, i) >= 0) return true;
  }
  return false;
}

std::string printable(const std::string& text, bool keep_lines) {
  constexpr const char* digits = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const int control = control_at(text, i);
    const std::size_t length = character_at(text, i);
    if (length == 0) {
      const unsigned char byte = byte_at(text, i);
      out += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
    } else if (control < 0 || (keep_lines && (control == '\n' || control == '\t'))) {
      out += text.substr(i, length);
    } else if (control == '\n' || control == '\t') {
      out += control == '\n' ? "\\n" : "\\t";
    } else {
      out += std::string("\\u00") + digits[control / 16] + digits[control % 16];
    }
    i += length == 0 ? 1 : length;
  }
  return out;
}

std::string cut(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (byte_at(text, end) & 0xc0U) == 0x80U) --end;  // within a character
  return text.substr(0, end) + "...";
}

std::string message_text(const std::string& message) { return cut(printable(message, true), longest_message); }

std::string quote(const std::string& text) { return "\"" + printable(cut(text, longest_quote)) + "\""; }

}  // namespace stretto::tool
