#include "emulated_gemm.hpp"

#include <algorithm>
#include <cstring>

#include <executor/random.hpp>

#include "emulator/workgroup.hpp"

namespace stretto::cdna {

namespace {

using emulator::Format;

/// A matrix as bits, and its values.
struct Matrix {
  std::vector<unsigned char> bits;
  std::vector<double> values;
};

Matrix random_matrix(Format format, int rows, int columns, executor::Random& random) {
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  const std::size_t bytes = format == Format::bf16 ? 2 : 1;
  Matrix out;
  out.bits.resize(count * bytes);
  out.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (format == Format::bf16) {
      const std::uint16_t bits = emulator::to_bf16(static_cast<float>(random.below(255) - 127) / 128.0F);
      std::memcpy(out.bits.data() + i * bytes, &bits, bytes);
      out.values[i] = static_cast<double>(emulator::from_bf16(bits));
    } else {
      // 1/8 to 15/8 of either sign: four exponents, every mantissa.
      const int bias = format == Format::e4m3 ? 7 : 8;
      const int bits = (bias - 3 + random.below(4)) << 3 | random.below(8) | random.below(2) << 7;
      out.bits[i] = static_cast<unsigned char>(bits);
      out.values[i] = static_cast<double>(emulator::from_fp8(out.bits[i], format));
    }
  }
  return out;
}

}  // namespace

EmulatedGemm::EmulatedGemm(Format format, int m, int n, int k) : m_(m), n_(n), k_(k) {
  executor::Random random(static_cast<std::uint64_t>(m) << 40 ^ static_cast<std::uint64_t>(n) << 20 ^
                          static_cast<std::uint64_t>(k));
  Matrix a = random_matrix(format, m, k, random);
  Matrix b = random_matrix(format, n, k, random);
  a_ = std::move(a.bits);
  b_ = std::move(b.bits);
  // By rows of B^T, so that the inner loop runs along a row of C.
  std::vector<double> turned(b.values.size());
  const auto columns = static_cast<std::size_t>(n);
  const auto inner = static_cast<std::size_t>(k);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < inner; ++i) turned[i * columns + j] = b.values[j * inner + i];
  }
  std::vector<double> sums(columns);
  for (std::size_t row = 0; row < static_cast<std::size_t>(m); ++row) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t i = 0; i < inner; ++i) {
      const double factor = a.values[row * inner + i];
      for (std::size_t j = 0; j < columns; ++j) sums[j] += factor * turned[i * columns + j];
    }
    for (const double sum : sums) expected_.push_back(emulator::to_bf16(static_cast<float>(sum)));
  }
}

emulator::Outcome EmulatedGemm::run(const Kernel& kernel, const emulator::Options& options) {
  c_.assign(elements() + 2 * guard, untouched);
  std::uint16_t* c = c_.data() + guard;
  const GemmArguments arguments{a_.data(), b_.data(), c, m_, n_, k_};
  const emulator::Launch launch{kernel.tile.chip,
                                kernel.tile.waves(),
                                kernel.tile.lds_bytes(),
                                emulator::poison_of(emulator::format_of(kernel.tile.mfma)),
                                {{a_.data(), a_.size()}, {b_.data(), b_.size()}, {c, elements() * sizeof *c}}};
  emulator::Outcome out;
  for (int x = 0; x * kernel.tile.m < m_; ++x) {
    for (int y = 0; y * kernel.tile.n < n_ && out.finished(); ++y) {
      emulator::Workgroup workgroup(launch, options, x, y);
      const emulator::Outcome one = workgroup.run([&] { kernel.run_wave(arguments); });
      out.error = one.error;
      out.bank_conflicts += one.bank_conflicts;
      if (x == 0 && y == 0) out.cycles = one.cycles;
    }
  }
  return out;
}

std::string EmulatedGemm::wrong() const {
  int wrong = 0;
  std::string first;
  for (std::size_t i = 0; i < c_.size(); ++i) {
    const bool inside = i >= guard && i < guard + elements();
    const std::uint16_t expected = inside ? expected_[i - guard] : untouched;
    if (c_[i] == expected) continue;
    if (wrong++ > 0) continue;
    if (!inside) return "what lies beyond C is touched";
    const std::size_t at = i - guard;
    first = "C[" + std::to_string(at / static_cast<std::size_t>(n_)) + "][" +
            std::to_string(at % static_cast<std::size_t>(n_)) + "] is " + std::to_string(emulator::from_bf16(c_[i])) +
            ", not " + std::to_string(emulator::from_bf16(expected));
  }
  return wrong == 0 ? "" : std::to_string(wrong) + " of " + std::to_string(elements()) + " wrong; " + first;
}

}  // namespace stretto::cdna
