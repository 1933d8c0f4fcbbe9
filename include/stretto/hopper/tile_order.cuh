// In which order blocks take the tiles of C: those that run at the same time should share rows and columns, so that
// these come from L2.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::hopper {

struct Tile {
  int row = 0;
  int column = 0;
};

/// Tiles in groups of rows, each column by column. A cluster takes several tiles above each other at once.
struct TileOrder {
  int rows = 0;  // of clusters' tiles
  int columns = 0;
  int group = 8;  // rows

  /// Tile i of the clusters; `rank` counts the tiles of one.
  template <int Cluster>
  __device__ __forceinline__ Tile tile(int i, int rank) const {
    const int in_group = group * columns;
    const int first = i / in_group * group;
    const int height = rows - first < group ? rows - first : group;
    const int inside = i % in_group;
    return {(first + inside % height) * Cluster + rank, inside / height};
  }
};

}  // namespace stretto::hopper
