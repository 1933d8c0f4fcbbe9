// The two chips that the kernels are written for: what of them a kernel depends on.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::cdna {

/// By the compiler's name.
enum class Chip : unsigned char {
  gfx942,  ///< MI300X, MI325X
  gfx950,  ///< MI350X, MI355X
};

inline constexpr int wave_lanes = 64;   ///< lanes of a wave
inline constexpr int piece_bytes = 16;  ///< what a lane reads of LDS with one instruction

/// What a kernel depends on of a chip.
struct ChipFacts {
  const char* name = "";   ///< as compilers call it
  int lds_bytes = 0;       ///< of a workgroup
  int lds_line_bytes = 0;  ///< that one cycle of the LDS delivers: its banks, 4 bytes each
  int load_bytes = 0;      ///< the most that a lane loads straight into LDS
  int registers = 512;     ///< of a lane, one wave a SIMD
};

/// Sources: AMD, "CDNA 3" and "CDNA 4" instruction sets and white papers; see docs/targets.md, [7] to [9].
constexpr ChipFacts facts(Chip chip) {
  if (chip == Chip::gfx942) {
    return {.name = "gfx942", .lds_bytes = 64 * 1024, .lds_line_bytes = 128, .load_bytes = 4};
  }
  return {.name = "gfx950", .lds_bytes = 160 * 1024, .lds_line_bytes = 256, .load_bytes = 16};
}

}  // namespace stretto::cdna
