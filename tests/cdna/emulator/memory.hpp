// Memory of a workgroup: LDS, and what it may touch of global memory.
#pragma once

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

/// Thrown where a kernel does what no kernel may; it ends the run.
struct Fault {
  std::string what;
};

class Memory {
 public:
  Memory(int lds_bytes, unsigned char poison, const std::vector<Allocation>& allocations);

  /// LDS at a byte; a fault where `bytes` do not fit.
  unsigned char* lds(int at, int bytes);
  /// Global memory at a lane's offset plus the wave's; null: out of the buffer's range. A fault where the range is not
  /// the test's.
  [[nodiscard]] unsigned char* global(const Buffer& buffer, int lane_offset, int offset, int bytes) const;
  void poison(Piece& piece) const;

 private:
  std::vector<unsigned char> lds_;
  unsigned char poison_;
  std::vector<Allocation> allocations_;
};

}  // namespace stretto::cdna::emulator
