// Loops that are not shipped, as a user would declare them. Tests pass them through every compiler and the tool.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::user_loops {

/// A block-scaled fp8 GEMM: each K step multiplies two tiles into a temporary, and the lanes scale it and add it to C.
/// Five ops per K step.
constexpr Loop block_scaled_gemm(int k_steps, int groups = 1) {
  constexpr const char* a_names[] = {"A0", "A1", "A2", "A3"};
  constexpr const char* b_names[] = {"B0", "B1", "B2", "B3"};
  constexpr const char* scale_names[] = {"scales 0", "scales 1", "scales 2", "scales 3"};
  constexpr const char* product_names[] = {"product 0", "product 1", "product 2", "product 3"};
  constexpr const char* loads_a[] = {"load A0", "load A1", "load A2", "load A3"};
  constexpr const char* loads_b[] = {"load B0", "load B1", "load B2", "load B3"};
  constexpr const char* loads_scales[] = {"load scales 0", "load scales 1", "load scales 2", "load scales 3"};
  constexpr const char* multiplies[] = {"multiply 0", "multiply 1", "multiply 2", "multiply 3"};
  constexpr const char* promotes[] = {"promote 0", "promote 1", "promote 2", "promote 3"};
  Loop loop("block-scaled fp8 GEMM");
  loop.groups = groups;
  const auto c = loop.accumulator("C", 128 * 128 * 4);
  for (int s = 0; s < k_steps; ++s) {
    const auto a = loop.shared(a_names[s], 128 * 128);
    const auto b = loop.shared(b_names[s], 128 * 128);
    const auto scales = loop.shared(scale_names[s], 1024);
    const auto product = loop.registers(product_names[s], 128 * 128 * 4);
    loop.load(loads_a[s]).writes(a);
    loop.load(loads_b[s]).writes(b);
    loop.load(loads_scales[s]).writes(scales);
    loop.multiply(multiplies[s], 128, 128, 128, DataType::fp8).reads(a).reads(b).writes(product);
    loop.compute(promotes[s], 2L * 128 * 128).reads(product).reads(scales).accumulates(c);
  }
  return loop;
}

/// The same with declared roles: a producer and two consumers, each with its half of A and C. Three K steps, eight ops
/// each.
constexpr Loop cooperative_gemm() {
  constexpr const char* a_names[] = {"upper A0", "lower A0", "upper A1", "lower A1", "upper A2", "lower A2"};
  constexpr const char* b_names[] = {"B0", "B1", "B2"};
  constexpr const char* scale_names[] = {"scales 0", "scales 1", "scales 2"};
  constexpr const char* product_names[] = {"upper product 0", "lower product 0", "upper product 1",
                                           "lower product 1", "upper product 2", "lower product 2"};
  constexpr const char* loads_a[] = {"load upper A0", "load lower A0", "load upper A1",
                                     "load lower A1", "load upper A2", "load lower A2"};
  constexpr const char* loads_b[] = {"load B0", "load B1", "load B2"};
  constexpr const char* loads_scales[] = {"load scales 0", "load scales 1", "load scales 2"};
  constexpr const char* multiplies[] = {"multiply upper 0", "multiply lower 0", "multiply upper 1",
                                        "multiply lower 1", "multiply upper 2", "multiply lower 2"};
  constexpr const char* promotes[] = {"promote upper 0", "promote lower 0", "promote upper 1",
                                      "promote lower 1", "promote upper 2", "promote lower 2"};
  Loop loop("cooperative block-scaled fp8 GEMM");
  const auto producer = loop.role("producer", 1);
  const auto upper = loop.role("upper", 1);
  const auto lower = loop.role("lower", 1);
  const auto upper_c = loop.accumulator("upper C", 64 * 64 * 4);
  const auto lower_c = loop.accumulator("lower C", 64 * 64 * 4);
  for (int s = 0; s < 3; ++s) {
    const auto b = loop.shared(b_names[s], 64 * 128);
    const auto scales = loop.shared(scale_names[s], 1024);
    loop.load(loads_b[s]).writes(b).by(producer);
    loop.load(loads_scales[s]).writes(scales).by(producer);
    for (int half = 0; half < 2; ++half) {
      const int i = 2 * s + half;
      const auto role = half == 0 ? upper : lower;
      const auto a = loop.shared(a_names[i], 64 * 128);
      const auto product = loop.registers(product_names[i], 64 * 64 * 4);
      loop.load(loads_a[i]).writes(a).by(producer);
      loop.multiply(multiplies[i], 64, 64, 128, DataType::fp8).reads(a).reads(b).writes(product).by(role);
      loop.compute(promotes[i], 2L * 64 * 64)
          .reads(product)
          .reads(scales)
          .accumulates(half == 0 ? upper_c : lower_c)
          .by(role);
    }
  }
  return loop;
}

}  // namespace stretto::user_loops
