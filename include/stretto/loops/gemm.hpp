// C += A * B, tile by tile along K.
#pragma once

#include <stretto/declare/loop.hpp>

namespace stretto::loops {

struct GemmShape {
  int m = 128;
  int n = 256;
  int k = 64;
  NumberType type = NumberType::bf16;
  int threads = 256;
  int rows = 2;  // the waves' grid over the tile
  int columns = 1;
};

constexpr Loop gemm(const GemmShape& shape) {
  Loop loop("gemm");
  loop.threads = shape.threads;
  const int element = bytes_of(shape.type);
  const auto a = loop.shared("A", shape.m * shape.k * element).parts(shape.rows);
  const auto b = loop.shared("B", shape.n * shape.k * element).parts(shape.columns);
  const auto c = loop.accumulator("C", shape.m * shape.n * 4);
  loop.load("load A").writes(a);
  loop.load("load B").writes(b);
  loop.multiply("multiply", shape.m, shape.n, shape.k, shape.type).reads(a).reads(b).accumulates(c);
  return loop;
}

}  // namespace stretto::loops
