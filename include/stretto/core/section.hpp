// The three sections of a pipelined program. PerSection holds one value per section. It is not an array: g++ 12
// miscounts the storage of vectors in arrays that are returned from constant expressions.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The three sections of a pipelined program.
enum class Section : unsigned char {
  prologue,  ///< before the loop: fills the pipeline
  kernel,    ///< one trip of the steady state
  epilogue,  ///< after the loop: drains the pipeline
};

/// The name of a section.
constexpr const char* section_word(Section section) {
  switch (section) {
    case Section::prologue: return "prologue";
    case Section::kernel: return "kernel";
    case Section::epilogue: return "epilogue";
  }
  return "?";
}

/// The sections in execution order.
inline constexpr Section all_sections[] = {Section::prologue, Section::kernel, Section::epilogue};

/// One `T` per section.
template <class T>
struct PerSection {
  T prologue{};  ///< before the loop
  T kernel{};    ///< one trip of the loop
  T epilogue{};  ///< after the loop

  /// The value of one section.
  constexpr T& operator[](Section section) {
    if (section == Section::prologue) return prologue;
    return section == Section::kernel ? kernel : epilogue;
  }
  /// The value of one section.
  constexpr const T& operator[](Section section) const {
    if (section == Section::prologue) return prologue;
    return section == Section::kernel ? kernel : epilogue;
  }
};

}  // namespace stretto
