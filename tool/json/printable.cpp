#include "json/printable.hpp"

#include <algorithm>

namespace stretto::tool {

namespace {

struct CodeRange {
  unsigned first;
  unsigned last;
};

/// Characters that cannot be seen: control characters (C0, DEL, C1), those that change the direction of text, and
/// others without a shape of their own. Variation selectors 1 to 16 change how a visible character looks, and stay.
constexpr CodeRange invisible[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};

bool is_invisible(unsigned code) {
  return std::ranges::any_of(invisible, [&](const CodeRange& of) { return code >= of.first && code <= of.last; });
}

unsigned char byte_at(const std::string& text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
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

/// The code of the character of this length at this place.
unsigned code_at(const std::string& text, std::size_t i, std::size_t length) {
  unsigned code = byte_at(text, i);
  if (length > 1) code &= 0xffU >> (length + 1);
  for (std::size_t k = 1; k < length; ++k) code = code << 6 | (byte_at(text, i + k) & 0x3fU);
  return code;
}

/// The last digits of a number, in hexadecimal.
std::string hexadecimal(unsigned number, int digits) {
  std::string out;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[number >> shift & 0xfU];
  return out;
}

std::string escape(unsigned code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  return code <= 0xffff ? "\\u" + hexadecimal(code, 4) : "\\U" + hexadecimal(code, 8);
}

}  // namespace

bool has_control_characters(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_at(text, i);
    if (length > 0 && is_invisible(code_at(text, i, length))) return true;
    i += std::max<std::size_t>(length, 1);
  }
  return false;
}

std::string printable(const std::string& text, bool keep_lines) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_at(text, i);
    const unsigned code = code_at(text, i, length);
    if (length == 0) {
      out += "\\x" + hexadecimal(code, 2);
    } else if (!is_invisible(code) || (keep_lines && (code == '\n' || code == '\t'))) {
      out += text.substr(i, length);
    } else {
      out += escape(code);
    }
    i += std::max<std::size_t>(length, 1);
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
