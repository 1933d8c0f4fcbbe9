// A first loop: add up the columns of a matrix, tile by tile. It is declared by the data that each op accesses and the
// work that it does. The compiler finds the smallest interval, the slots, and waits and barriers that are proven.
#include <cstdio>

#include <stretto/stretto.hpp>

using namespace stretto;

struct ColumnSums {
  static constexpr Loop declare() {
    Loop loop("column sums");
    loop.threads = 128;                                            // one per column, four waves
    const auto tile = loop.shared("tile", 32 * 128 * 4).parts(4);  // 32 rows of floats; each wave reads a quarter
    const auto sum = loop.registers("sum", 128 * 4);
    loop.load("load").writes(tile);
    loop.compute("add", 32L * 128).reads(tile).reads(sum, 1).writes(sum);  // the sum of one iteration earlier
    return loop;
  }
  static constexpr Gpu target() { return targets::a100; }
};

int main() {
  constexpr auto pipe = pipeline<ColumnSums>();
  std::printf("II %ld cycles%s, %d slots of the tile, %s\n", pipe.ii, pipe.optimal ? ", optimal" : "",
              pipe.slots("tile"), name(pipe.verdict));
}
