// DominanceTable: stores search nodes by their set of placed ops, and tests whether a stored node is at least as good
// as a new one in every component.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto::detail {

inline constexpr int max_dominance_ops = 128;

struct DominanceKey {
  unsigned long long words[max_dominance_ops / 64] = {};

  friend constexpr bool operator==(const DominanceKey&, const DominanceKey&) = default;

  constexpr void flip(int op) { words[op / 64] ^= 1ULL << (op % 64); }

  [[nodiscard]] constexpr unsigned long long hash() const {
    unsigned long long h = 0;
    for (unsigned long long word : words) {
      h ^= word;
      h *= 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29;
    }
    return h;
  }
};

class DominanceTable {
 public:
  constexpr void clear() {
    buckets_.clear();
    nodes_.clear();
    values_.clear();
  }

  /// Profiles of one key have the same length. Smaller is better in every component. Returns true if a stored profile
  /// is at least as good in every component; otherwise stores this one.
  constexpr bool dominates_or_insert(const DominanceKey& key, const Vector<int>& profile) {
    if (buckets_.empty()) buckets_.resize(initial_buckets, -1);
    const unsigned long long h = key.hash();
    for (int at = buckets_[bucket(h)]; at >= 0; at = nodes_[at].next) {
      if (!(nodes_[at].key == key)) continue;
      const int* values = values_.begin() + nodes_[at].values;
      int i = 0;
      while (i < profile.size() && values[i] <= profile[i]) ++i;
      if (i == profile.size()) return true;
    }
    if (nodes_.size() < max_nodes) insert(key, h, profile);
    return false;
  }

 private:
  static constexpr int initial_buckets = 64;
  static constexpr int max_nodes = 1 << 20;

  struct Node {
    DominanceKey key;
    int values;
    int next;
  };

  constexpr int bucket(unsigned long long h) const {
    return static_cast<int>(h & static_cast<unsigned long long>(buckets_.size() - 1));
  }

  constexpr void insert(const DominanceKey& key, unsigned long long h, const Vector<int>& profile) {
    if (nodes_.size() >= 2 * buckets_.size()) rehash(4 * buckets_.size());
    Node node{key, values_.size(), buckets_[bucket(h)]};
    buckets_[bucket(h)] = nodes_.size();
    nodes_.push_back(node);
    values_.append(profile);
  }

  constexpr void rehash(int count) {
    buckets_.clear();
    buckets_.resize(count, -1);
    for (int i = 0; i < nodes_.size(); ++i) {
      const int b = bucket(nodes_[i].key.hash());
      nodes_[i].next = buckets_[b];
      buckets_[b] = i;
    }
  }

  Vector<int> buckets_;
  Vector<Node> nodes_;
  Vector<int> values_;
};

}  // namespace stretto::detail
