// C += A * B, tile by tile along K. The workgroups of a cluster have tiles of one column of C: they share B.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::loops {

/// The tile of a workgroup, in elements, and how it is shared.
struct GemmShape {
  int m = 128;                     ///< rows of the tile of C
  int n = 256;                     ///< columns of the tile of C
  int k = 64;                      ///< of one iteration
  DataType type = DataType::bf16;  ///< of A and B; sums are fp32
  int threads = 256;               ///< that compute
  int rows = 2;                    ///< the waves' grid over the tile
  int columns = 1;                 ///< of that grid
  int steps = 4;                   ///< parts of the multiplication, where it takes its operands from registers
  int slots = 0;                   ///< of A and B; 0: derived
  int cluster = 1;                 ///< workgroups along M
};

/// The loop; its tiles are named A, B and C.
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
