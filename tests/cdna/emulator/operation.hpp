// A memory operation from its issue to its landing, when it touches memory.
#pragma once

#include <cstring>

#include "memory.hpp"

namespace stretto::cdna::emulator {

struct Operation {
  enum class Kind : unsigned char {
    load_to_lds,  // global memory -> LDS
    load,         // global memory -> register
    read,         // LDS -> register
    write,        // register, as it was at the issue -> LDS
  };

  Kind kind = Kind::read;
  Buffer buffer;
  Lanes<int> at{0};     // byte of each lane in the buffer, or in LDS
  int offset = 0;       // of the wave, in the buffer
  int lds = 0;          // where the first lane's bytes go
  int bytes = 0;        // of a lane
  Piece* to = nullptr;  // the register
  Piece value{};        // what is written
  long done = 0;        // when it lands, where time is modelled

  void land(Memory& memory) const {
    const auto size = static_cast<std::size_t>(bytes);
    for (int lane = 0; lane < wave_lanes; ++lane) {
      switch (kind) {
        case Kind::load_to_lds:
          std::memcpy(memory.lds(lds + lane * bytes, bytes), memory.load(buffer, at[lane], offset, bytes), size);
          break;
        case Kind::load: std::memcpy(to->of[lane], memory.load(buffer, at[lane], offset, bytes), size); break;
        case Kind::read: std::memcpy(to->of[lane], memory.lds(at[lane], bytes), size); break;
        case Kind::write: std::memcpy(memory.lds(at[lane], bytes), value.of[lane], size); break;
      }
    }
  }
};

}  // namespace stretto::cdna::emulator
