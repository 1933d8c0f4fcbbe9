// A part of a sweep's points, for one of several machines. Shard I of N, counted from 1, has points I - 1, I - 1 + N,
// I - 1 + 2 N and so on.
#pragma once

#include <string>

namespace stretto::tool {

inline constexpr int max_shards = 100'000;

struct Shard {
  int index = 1;
  int of = 1;

  [[nodiscard]] bool has(long point) const { return point % of == index - 1; }
  [[nodiscard]] bool is_all() const { return of == 1; }
  [[nodiscard]] std::string text() const { return std::to_string(index) + "/" + std::to_string(of); }
};

/// "2/8". Throws InputError.
Shard read_shard(const std::string& text);

}  // namespace stretto::tool
