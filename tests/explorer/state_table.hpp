// The set of states that a search has found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "unrolled.hpp"

namespace stretto::explorer {

/// All states found so far, each of the same number of words, and how each was reached.
class StateTable {
 public:
  struct Origin {
    std::uint32_t parent = 0;
    std::uint8_t kind = 0;
    std::uint8_t wave = 0;
  };

  explicit StateTable(std::size_t words) : words_(words), slots_(1U << 12U, 0) {}

  [[nodiscard]] std::size_t size() const { return origins_.size(); }
  [[nodiscard]] const Word* state(std::size_t i) const { return words_of_all_.data() + i * words_; }
  [[nodiscard]] const Origin& origin(std::size_t i) const { return origins_[i]; }

  /// Is the state new? If so, it is now the last one.
  bool insert(const Word* state, const Origin& origin) {
    std::size_t slot = hash(state) & (slots_.size() - 1);
    while (slots_[slot] != 0) {
      if (std::memcmp(this->state(slots_[slot] - 1), state, words_ * sizeof(Word)) == 0) return false;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    words_of_all_.insert(words_of_all_.end(), state, state + words_);
    origins_.push_back(origin);
    slots_[slot] = static_cast<std::uint32_t>(origins_.size());
    if (2 * origins_.size() > slots_.size()) grow();
    return true;
  }

 private:
  [[nodiscard]] std::uint64_t hash(const Word* state) const {
    std::uint64_t mixed = 0x9e3779b97f4a7c15U;
    for (std::size_t i = 0; i < words_; i += 4) {
      std::uint64_t four = 0;
      std::memcpy(&four, state + i, sizeof four);
      mixed = (mixed ^ four) * 0xff51afd7ed558ccdU;
      mixed ^= mixed >> 32U;
    }
    return mixed;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t i = 0; i < origins_.size(); ++i) {
      std::size_t slot = hash(state(i)) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::size_t words_;  // a multiple of four
  std::vector<Word> words_of_all_;
  std::vector<Origin> origins_;
  std::vector<std::uint32_t> slots_;  // state + 1, or 0
};

}  // namespace stretto::explorer
