// The two chips that the kernels support, and the figures of each that a kernel depends on.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::cdna {

/// Named as compilers name the architecture.
enum class Chip : unsigned char {
  gfx942,  ///< MI300X, MI325X
  gfx950,  ///< MI350X, MI355X
};

inline constexpr int wave_lanes = 64;   ///< lanes of a wave
inline constexpr int piece_bytes = 16;  ///< bytes that a lane reads from LDS with one instruction

/// The figures of a chip that a kernel depends on.
struct ChipFacts {
  const char* name = "";   ///< as compilers name it
  int lds_bytes = 0;       ///< LDS capacity per workgroup
  int lds_line_bytes = 0;  ///< bytes that the LDS delivers in one cycle: all banks, 4 bytes each
  int load_bytes = 0;      ///< most bytes that a lane can load directly into LDS with one instruction
  int registers = 512;     ///< per lane, with one wave per SIMD
};

/// Sources: AMD, "CDNA 3" and "CDNA 4" instruction sets and white papers; see docs/targets.md, [7] to [9].
constexpr ChipFacts facts(Chip chip) {
  if (chip == Chip::gfx942) {
    return {.name = "gfx942", .lds_bytes = 64 * 1024, .lds_line_bytes = 128, .load_bytes = 4};
  }
  return {.name = "gfx950", .lds_bytes = 160 * 1024, .lds_line_bytes = 256, .load_bytes = 16};
}

}  // namespace stretto::cdna
