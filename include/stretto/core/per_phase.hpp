// One of a thing for each phase. Not an array: g++ 12 miscounts the storage of vectors in arrays that are returned from
// constant expressions.
#pragma once

#include <stretto/core/op.hpp>

namespace stretto {

/// The phases in the order in which they run.
inline constexpr Phase all_phases[] = {Phase::prologue, Phase::kernel, Phase::epilogue};

/// A `T` for each phase.
template <class T>
struct PerPhase {
  T prologue{};  ///< before the loop
  T kernel{};    ///< one trip of the loop
  T epilogue{};  ///< after the loop

  /// That of one phase.
  constexpr T& operator[](Phase phase) {
    if (phase == Phase::prologue) return prologue;
    return phase == Phase::kernel ? kernel : epilogue;
  }
  /// That of one phase.
  constexpr const T& operator[](Phase phase) const {
    if (phase == Phase::prologue) return prologue;
    return phase == Phase::kernel ? kernel : epilogue;
  }
};

}  // namespace stretto
