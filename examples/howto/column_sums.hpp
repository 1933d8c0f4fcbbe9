// Sums of 128 columns of a matrix, tile by tile: the loop that the library schedules on the page about porting.
#pragma once

#include <stretto/gpu/a100.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

namespace howto {

inline constexpr int tile_rows = 32;
inline constexpr int tile_columns = 128;                        // one per thread
inline constexpr int tile_elements = tile_rows * tile_columns;  // floats

struct ColumnSums {
  static constexpr stretto::Loop declare() {
    stretto::Loop loop("column sums");
    loop.threads = tile_columns;
    const auto tile = loop.shared("tile", tile_elements * 4).parts(4);  // each wave reads a quarter of it
    const auto sum = loop.registers("sum", tile_columns * 4);
    loop.load("load").writes(tile);
    // One addition per element; those of a column form a chain, at 4 cycles each.
    loop.compute("add", tile_elements).takes(tile_rows * 4).reads(tile).reads(sum, 1).writes(sum);
    return loop;
  }
  static constexpr stretto::Gpu target() { return stretto::targets::a100; }
};

struct ColumnSumsPlan {
  static constexpr auto pipe = stretto::pipeline<ColumnSums>();
  static_assert(pipe.proven() && pipe.optimal);
  static_assert(pipe.ii == 349);                    // 16384 bytes at 47 per cycle: memory is busy all the time
  static constexpr int slots = pipe.slots("tile");  // named here: device code cannot call it
  static_assert(slots == 3);
};

}  // namespace howto
