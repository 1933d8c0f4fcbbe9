// What the reads of a program are due to find: in one plain order of events, where waves run one after another as far
// as they can and everything is complete at once.
//
// Programs with data steps drawn at random are nearly all wrong, and for a dull reason: a consume asks for a version
// that never comes. With versions fitted to the plain order it is the synchronisation that decides.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

enum class Unfitting : unsigned char {
  kept,     // reads that find what no version fits stay as they are
  dropped,  // they go
};

/// Sets the versions of the reads of consumes, and the tiles of consumes without an accumulator. Every step must have
/// accesses of its own.
void fit_versions(WaveProgram& program, Unfitting unfitting);

}  // namespace stretto::study
