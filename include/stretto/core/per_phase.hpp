// One of a thing for each phase. Not an array: g++ 12 miscounts the storage of vectors in arrays that are returned from
// constant expressions.
#pragma once

#include <stretto/core/op.hpp>

namespace stretto {

inline constexpr Phase all_phases[] = {Phase::prologue, Phase::kernel, Phase::epilogue};

template <class T>
struct PerPhase {
  T prologue{};
  T kernel{};
  T epilogue{};

  constexpr T& operator[](Phase phase) {
    if (phase == Phase::prologue) return prologue;
    return phase == Phase::kernel ? kernel : epilogue;
  }
  constexpr const T& operator[](Phase phase) const {
    if (phase == Phase::prologue) return prologue;
    return phase == Phase::kernel ? kernel : epilogue;
  }
};

}  // namespace stretto
