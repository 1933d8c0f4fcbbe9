// Loops without tensor-core work: a sum that is bound by its recurrence, and a copy that is bound by memory.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::loops {

/// A sum over tiles in which every iteration needs the previous one: `chain` dependent operations per tile, `cycles`
/// each.
constexpr Loop reduction(int tile_bytes, int chain, int cycles, int threads) {
  Loop loop("reduction");
  loop.threads = threads;
  const auto tile = loop.shared("tile", tile_bytes).parts(0);
  const auto sum = loop.registers("sum", threads * 4);
  loop.load("load").writes(tile);
  loop.compute("add", tile_bytes / 4).takes(chain * cycles).reads(tile).reads(sum, 1).writes(sum);
  return loop;
}

/// Copies tiles from global memory through shared memory back to global memory.
constexpr Loop copy(int tile_bytes, int threads) {
  Loop loop("copy");
  loop.threads = threads;
  const auto tile = loop.shared("tile", tile_bytes).parts(0);
  loop.load("load").writes(tile);
  loop.store("store").reads(tile);
  return loop;
}

}  // namespace stretto::loops
