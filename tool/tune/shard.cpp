#include "tune/shard.hpp"

#include <charconv>

#include "json/object_reader.hpp"

namespace stretto::tool {

Shard read_shard(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, shard.of) : first;
  const bool read = slash && second.ec == std::errc() && second.ptr == end;
  if (!read || shard.of < 1 || shard.of > max_shards || shard.index < 1 || shard.index > shard.of) {
    throw InputError("shard \"" + text + "\": must be I/N with I from 1 to N and N at most " +
                     std::to_string(max_shards));
  }
  return shard;
}

}  // namespace stretto::tool
