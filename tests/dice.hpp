// Random choices that are the same with every standard library: std::uniform_int_distribution is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace stretto {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  int from(int low, int high) { return low + below(high - low + 1); }
  bool percent(int chance) { return below(100) < chance; }
  template <class T>
  const T& one_of(const std::vector<T>& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stretto
