// The matrix instructions, with the operands' layout that stretto/cdna/mfma.hpp describes.
//
// Products are added in float, one after another along K, each sum rounded to nearest. The hardware adds several before
// it rounds; where all sums are exact, as in the tests' data, there is no difference.
#pragma once

#include <stretto/cdna/mfma.hpp>

#include "registers.hpp"

namespace stretto::cdna::emulator {

/// sums += first * second^T, the `step`-th instruction along the pieces' K. `sums`: of[s][lane].
void multiply(Mfma mfma, float* sums, const Piece* first, const Piece* second, int step);

/// Pieces that one instruction reads of an operand: so many, from the first on.
struct PiecesOfStep {
  int first = 0;
  int count = 1;
};
constexpr PiecesOfStep pieces_of_step(Mfma mfma, int step) {
  const int bytes = shape(mfma).operand_bytes();
  if (bytes > piece_bytes) return {step * (bytes / piece_bytes), bytes / piece_bytes};
  return {step * bytes / piece_bytes, 1};
}

}  // namespace stretto::cdna::emulator
