// A name in a compile error.
#pragma once

#include <stretto/core/text.hpp>

namespace stretto {

/// A name as a template argument, so that compilers print it. Longer names are cut.
struct ErrorName {
  char text[40] = {};  ///< ends with 0

  constexpr ErrorName() = default;
  /// The first 39 characters of a name.
  constexpr explicit ErrorName(const Text& name) {
    for (int i = 0; i < 39 && i < name.size(); ++i) text[i] = name[i];
  }
  /// The same of a C string.
  constexpr explicit ErrorName(const char* name) : ErrorName(Text(name)) {}
};

}  // namespace stretto
