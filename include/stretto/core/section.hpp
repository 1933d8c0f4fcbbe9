// The three sections of a pipelined program, and one of a thing for each. PerSection is not an array: g++ 12 miscounts
// the storage of vectors in arrays that are returned from constant expressions.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The three sections of a pipelined program.
enum class Section : unsigned char {
  prologue,  ///< before the loop: fills the pipeline
  kernel,    ///< one trip of the steady state
  epilogue,  ///< after the loop: drains the pipeline
};

/// Sections in words.
constexpr const char* section_word(Section section) {
  switch (section) {
    case Section::prologue: return "prologue";
    case Section::kernel: return "kernel";
    case Section::epilogue: return "epilogue";
  }
  return "?";
}

/// The phases in the order in which they run.
inline constexpr Section all_sections[] = {Section::prologue, Section::kernel, Section::epilogue};

/// A `T` for each phase.
template <class T>
struct PerSection {
  T prologue{};  ///< before the loop
  T kernel{};    ///< one trip of the loop
  T epilogue{};  ///< after the loop

  /// That of one phase.
  constexpr T& operator[](Section section) {
    if (section == Section::prologue) return prologue;
    return section == Section::kernel ? kernel : epilogue;
  }
  /// That of one phase.
  constexpr const T& operator[](Section section) const {
    if (section == Section::prologue) return prologue;
    return section == Section::kernel ? kernel : epilogue;
  }
};

}  // namespace stretto
