// C += A * B, tile by tile along K. The workgroups of a cluster compute tiles in one column of C and share B.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::loops {

/// The tile of a workgroup, in elements, and how it is divided and shared.
struct GemmShape {
  int m = 128;                     ///< rows of the tile of C
  int n = 256;                     ///< columns of the tile of C
  int k = 64;                      ///< elements along K per iteration
  DataType type = DataType::bf16;  ///< data type of A and B; sums are fp32
  int threads = 256;               ///< compute threads
  int rows = 2;                    ///< rows of the grid of waves over the tile
  int columns = 1;                 ///< columns of that grid
  int steps = 4;                   ///< parts of the multiplication, if it reads its operands from registers
  int slots = 0;                   ///< slots of A and of B; 0: derived
  int cluster = 1;                 ///< workgroups per cluster, along M
};

/// The loop. Its tiles are named A, B and C.
constexpr Loop gemm(const GemmShape& shape) {
  Loop loop("gemm");
  loop.threads = shape.threads;
  loop.fragment_steps = shape.steps;
  loop.cluster = shape.cluster;
  const int element = bytes_of(shape.type);
  const auto a = loop.shared("A", shape.m * shape.k * element).parts(shape.rows).slots(shape.slots);
  const auto b = loop.shared("B", shape.n * shape.k * element).parts(shape.columns).slots(shape.slots);
  const auto c = loop.accumulator("C", shape.m * shape.n * 4);
  loop.load("load A").writes(a);
  const auto load_b = loop.load("load B").writes(b);
  if (shape.cluster > 1) load_b.multicast();
  loop.multiply("multiply", shape.m, shape.n, shape.k, shape.type).reads(a).reads(b).accumulates(c);
  return loop;
}

}  // namespace stretto::loops
