// Text: a string that constant expressions can build, for messages and dumps.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto {

/// A string that can be appended to.
class Text {
 public:
  constexpr Text() = default;
  /// A copy of a C string.
  constexpr explicit Text(const char* s) { *this << s; }

  /// Appends a C string.
  constexpr Text& operator<<(const char* s) {
    for (; *s != '\0'; ++s) chars_.push_back(*s);
    return *this;
  }

  /// Appends another text.
  constexpr Text& operator<<(const Text& other) {
    chars_.append(other.chars_);
    return *this;
  }

  /// Appends a number in decimal.
  constexpr Text& operator<<(long value) {
    // Digits are taken from the negative value, because negative numbers have the larger range.
    char digits[24] = {};
    int count = 0;
    long rest = value < 0 ? value : -value;
    do {
      digits[count++] = static_cast<char>('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (value < 0) chars_.push_back('-');
    while (count > 0) chars_.push_back(digits[--count]);
    return *this;
  }

  /// Appends a number in decimal.
  constexpr Text& operator<<(int value) { return *this << static_cast<long>(value); }

  /// Appends spaces until the last line has `column` characters.
  constexpr Text& pad_to(int column) {
    int width = 0;
    for (int i = chars_.size(); i > 0 && chars_[i - 1] != '\n'; --i) ++width;
    for (; width < column; ++width) chars_.push_back(' ');
    return *this;
  }

  /// The number of characters.
  [[nodiscard]] constexpr int size() const { return chars_.size(); }
  /// The characters, without a terminating NUL.
  [[nodiscard]] constexpr const char* data() const { return chars_.begin(); }
  /// Character i, unchecked.
  [[nodiscard]] constexpr char operator[](int i) const { return chars_[i]; }

  /// The characters as a C string, valid until the text changes.
  [[nodiscard]] constexpr const char* c_str() {
    chars_.push_back('\0');
    chars_.pop_back();
    return chars_.begin();
  }

 private:
  Vector<char> chars_;
};

}  // namespace stretto
