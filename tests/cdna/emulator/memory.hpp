// Memory of a workgroup: LDS, and the global memory that it may access.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanes.hpp"
#include "registers.hpp"

namespace stretto::cdna::emulator {

/// A range of global memory, as a raw buffer's descriptor holds it.
struct Buffer {
  unsigned char* base = nullptr;
  unsigned bytes = 0;
};

/// Global memory that the test has given to the kernel.
struct Allocation {
  const void* base = nullptr;
  std::size_t bytes = 0;
};

/// Thrown if a kernel does something that is not allowed; it ends the run.
struct Fault {
  std::string what;
};

class Memory {
 public:
  Memory(int lds_bytes, unsigned char poison, const std::vector<Allocation>& allocations);

  /// LDS at a byte; a fault where `bytes` do not fit.
  unsigned char* lds(int at, int bytes);
  /// The source of a load, at a lane's offset plus the wave's. Outside the buffer's range it is a fault: sources differ
  /// on how the hardware treats the wave's offset there, so no kernel may rely on it.
  [[nodiscard]] const unsigned char* load(const Buffer& buffer, int lane_offset, int offset, int bytes) const;
  /// The destination of a store; null: outside the buffer's range, so nothing is stored.
  [[nodiscard]] unsigned char* store(const Buffer& buffer, int lane_offset, int bytes) const;
  void poison(Piece& piece) const;

 private:
  /// A fault where a buffer's range is not the test's.
  [[nodiscard]] unsigned char* global(const Buffer& buffer, std::int64_t at, int bytes) const;

  std::vector<unsigned char> lds_;
  unsigned char poison_;
  std::vector<Allocation> allocations_;
};

}  // namespace stretto::cdna::emulator
