// A GEMM to emulate: random operands, the result in float64, and the result of a kernel.
//
// Operands are multiples of 1/128 below 1 (bf16), or of 1/64 below 2 (fp8). Products are multiples of 2^-14 below 1, or
// of 2^-12 below 4, so that sums of up to 1024 of them are exact in float, in every order. What is left is the rounding
// of C to bf16: a result is right if it equals the float64 sum, rounded once, bit for bit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/numbers.hpp"
#include "kernel.hpp"

namespace stretto::cdna {

class EmulatedGemm {
 public:
  EmulatedGemm(emulator::Format format, int m, int n, int k);

  /// Runs every workgroup of a kernel; cycles are those of the first.
  emulator::Outcome run(const Kernel& kernel, const emulator::Options& options);
  /// Describes what is wrong with the last result; empty if nothing is. Memory beyond C must be unchanged.
  [[nodiscard]] std::string wrong() const;

 private:
  static constexpr std::size_t guard = 4096;  // elements before and after C
  static constexpr std::uint16_t untouched = 0xc5c5;
  [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(m_) * static_cast<std::size_t>(n_); }

  int m_;
  int n_;
  int k_;
  std::vector<unsigned char> a_;
  std::vector<unsigned char> b_;
  std::vector<std::uint16_t> c_;  // with its guards
  std::vector<std::uint16_t> expected_;
};

}  // namespace stretto::cdna
