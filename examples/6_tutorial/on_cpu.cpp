// The loops of the tutorial with the numbers of one block, on a CPU: on_cpu naive | by_hand | plan | plan_on_h200
#include <cstdio>
#include <cstring>

#include "emulated_block.hpp"
#include "loops.hpp"
#include "plan.hpp"

namespace {

using namespace tutorial;

constexpr int tile_row = 1;  // of the tile of C; not the first, so that a wrong offset shows
constexpr int tile_column = 1;

/// Small whole numbers: every sum is exact, in any order.
struct Numbers {
  unsigned state = 1;

  float operator()() {
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(static_cast<int>(state >> 24) % 9 - 4);
  }
};

Matrix random_matrix(int rows, int k, Numbers& numbers) {
  Matrix matrix{.k = k, .elements = std::vector<float>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(k))};
  for (float& element : matrix.elements) element = numbers();
  return matrix;
}

/// The number of wrong elements in the tile.
template <class MainLoop>
int wrong_elements(int k_tiles, Numbers& numbers) {
  const Matrix a = random_matrix((tile_row + 1) * tile_m, k_tiles * tile_k, numbers);
  const Matrix b = random_matrix((tile_column + 1) * tile_n, k_tiles * tile_k, numbers);
  EmulatedBlock block(MainLoop::slots_a, MainLoop::slots_b, a, b, tile_row, tile_column);
  MainLoop::run(block, k_tiles);
  const std::vector<float> c = block.tile_of_c();
  int wrong = 0;
  for (int i = 0; i < tile_m; ++i) {
    for (int j = 0; j < tile_n; ++j) {
      float sum = 0;
      for (int k = 0; k < a.k; ++k) sum += a.at(tile_row * tile_m + i, k) * b.at(tile_column * tile_n + j, k);
      if (c[EmulatedBlock::in_tile(i, j)] != sum) ++wrong;
    }
  }
  return wrong;
}

/// For numbers of K tiles so small that only prologue and epilogue run, and for larger ones.
template <class MainLoop>
int check(const char* name) {
  Numbers numbers;
  int wrong = 0;
  for (int k_tiles = 1; k_tiles <= 6; ++k_tiles) {
    const int here = wrong_elements<MainLoop>(k_tiles, numbers);
    if (here > 0) std::printf("%s, %d K tiles: %d of %d elements are wrong\n", name, k_tiles, here, tile_m * tile_n);
    wrong += here;
  }
  if (wrong == 0) std::printf("%s: all %d elements are correct, for 1 to 6 K tiles\n", name, tile_m * tile_n);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const char* const which = count == 2 ? arguments[1] : "";
  if (std::strcmp(which, "naive") == 0) return check<Naive>(which);
  if (std::strcmp(which, "by_hand") == 0) return check<ByHand<SecondBarrier::kept>>(which);
  if (std::strcmp(which, "plan") == 0) return check<Pipelined<Plan>>(which);
  if (std::strcmp(which, "plan_on_h200") == 0) return check<Pipelined<PlanOnH200>>(which);
  std::fprintf(stderr, "usage: %s naive | by_hand | plan | plan_on_h200\n", arguments[0]);
  return 2;
}
