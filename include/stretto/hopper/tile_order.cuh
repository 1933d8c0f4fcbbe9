// The order in which blocks compute the tiles of C. Tiles that are computed concurrently should share rows and columns,
// so that the operands come from L2.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::hopper {

struct Tile {
  int row = 0;
  int column = 0;
};

/// Tiles in groups of rows, each group column by column. A cluster computes several vertically adjacent tiles at once.
struct TileOrder {
  int rows = 0;  // rows of cluster tiles
  int columns = 0;
  int group = 8;  // rows per group

  /// Tile of block `rank` in cluster tile i.
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
