#include "memory.hpp"

#include <cstdint>
#include <cstring>

namespace stretto::cdna::emulator {

Memory::Memory(int lds_bytes, unsigned char poison, const std::vector<Allocation>& allocations)
    : lds_(static_cast<std::size_t>(lds_bytes), poison), poison_(poison), allocations_(allocations) {}

unsigned char* Memory::lds(int at, int bytes) {
  if (at < 0 || static_cast<std::size_t>(at) + static_cast<std::size_t>(bytes) > lds_.size()) {
    throw Fault{"LDS is touched beyond its end, at byte " + std::to_string(at)};
  }
  return lds_.data() + at;
}

const unsigned char* Memory::load(const Buffer& buffer, int lane_offset, int offset, int bytes) const {
  const auto at = static_cast<std::int64_t>(static_cast<unsigned>(lane_offset)) + static_cast<unsigned>(offset);
  if (at + bytes > static_cast<std::int64_t>(buffer.bytes)) {
    throw Fault{"a load leaves its buffer, at byte " + std::to_string(at) + " of " + std::to_string(buffer.bytes)};
  }
  return global(buffer, at, bytes);
}

/// The range check of a raw buffer (CDNA3 instruction set).
unsigned char* Memory::store(const Buffer& buffer, int lane_offset, int bytes) const {
  const auto at = static_cast<std::int64_t>(static_cast<unsigned>(lane_offset));
  return at >= static_cast<std::int64_t>(buffer.bytes) ? nullptr : global(buffer, at, bytes);
}

unsigned char* Memory::global(const Buffer& buffer, std::int64_t at, int bytes) const {
  const auto first = reinterpret_cast<std::uintptr_t>(buffer.base) + static_cast<std::uintptr_t>(at);
  for (const Allocation& allocation : allocations_) {
    const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
    if (first >= base && first + static_cast<std::uintptr_t>(bytes) <= base + allocation.bytes) {
      return buffer.base + at;
    }
  }
  throw Fault{"global memory is touched that is not the kernel's, at byte " + std::to_string(at) + " of a buffer of " +
              std::to_string(buffer.bytes)};
}

void Memory::poison(Piece& piece) const { std::memset(piece.of, poison_, sizeof piece.of); }

}  // namespace stretto::cdna::emulator
