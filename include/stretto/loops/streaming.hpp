// Loops that the tensor units have no part in: a sum whose recurrence is the bound, and a copy that memory bounds.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::loops {

/// A sum over tiles in which every step needs the one before: `chain` dependent operations a tile, `cycles` each.
constexpr Loop reduction(int tile_bytes, int chain, int cycles, int threads) {
  Loop loop("reduction");
  loop.threads = threads;
  const auto tile = loop.shared("tile", tile_bytes).parts(0);
  const auto sum = loop.registers("sum", threads * 4);
  loop.load("load").writes(tile);
  loop.compute("add", tile_bytes / 4).takes(chain * cycles).reads(tile).reads(sum, 1).writes(sum);
  return loop;
}

/// Tiles from global memory through shared memory to global memory again.
constexpr Loop copy(int tile_bytes, int threads) {
  Loop loop("copy");
  loop.threads = threads;
  const auto tile = loop.shared("tile", tile_bytes).parts(0);
  loop.load("load").writes(tile);
  loop.store("store").reads(tile);
  return loop;
}

}  // namespace stretto::loops
