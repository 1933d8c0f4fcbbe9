// The versions that the reads of a program expect: those found in one plain order of events, in which waves run one
// after another as far as they can, and every operation completes at once.
//
// Nearly all programs with random data steps are wrong for a dull reason: a consume expects a version that nobody
// writes. With versions fitted to the plain order, the synchronisation decides.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

enum class Unfitting : unsigned char {
  kept,     // reads that no version fits stay as they are
  dropped,  // they are removed
};

/// Sets the versions that consumes read, and the tiles of consumes without an accumulator. No two steps may share
/// accesses.
void fit_versions(WaveProgram& program, Unfitting unfitting);

}  // namespace stretto::study
