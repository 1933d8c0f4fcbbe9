// One of a thing for each phase. Not an array: g++ 12 miscounts the storage of vectors in arrays that are returned from
// constant expressions.
#pragma once

#include <stretto/core/op.hpp>

namespace stretto {

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
