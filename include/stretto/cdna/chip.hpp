// The two chips that the kernels support, and the figures of each that a kernel depends on. They are those of gpu/.
#pragma once

#include <stretto/gpu/mi355x.hpp>

namespace stretto::cdna {

/// Named as compilers name the architecture.
enum class Chip : unsigned char {
  gfx942,  ///< MI300X, MI325X
  gfx950,  ///< MI350X, MI355X
};

inline constexpr int wave_lanes = targets::mi355x.wave_lanes;  ///< lanes of a wave, on both chips
static_assert(wave_lanes == targets::mi300x.wave_lanes);
inline constexpr int piece_bytes = 16;  ///< bytes that a lane reads from LDS with one instruction: ds_read_b128

/// The figures of a chip that a kernel depends on, taken from its GPU.
struct ChipFacts {
  const char* name = "";   ///< as compilers name it
  int lds_bytes = 0;       ///< LDS capacity per workgroup
  int lds_line_bytes = 0;  ///< bytes that the LDS delivers in one cycle: all banks, 4 bytes each
  int load_bytes = 0;      ///< most bytes that a lane can load directly into LDS with one instruction
  int registers = 0;       ///< per lane, with one wave per SIMD
};

/// The GPU with a chip: gpu/mi300x.hpp and gpu/mi355x.hpp have all figures, with their sources.
constexpr const Gpu& gpu_of(Chip chip) { return chip == Chip::gfx942 ? targets::mi300x : targets::mi355x; }

/// The figures of a chip.
constexpr ChipFacts facts(Chip chip) {
  const Gpu& gpu = gpu_of(chip);
  return {.name = gpu.architecture,
          .lds_bytes = static_cast<int>(gpu.limits.shared_bytes),
          .lds_line_bytes = gpu.shared_per_cycle,
          .load_bytes = gpu.copy_bytes,
          .registers = gpu.lane_registers};
}

}  // namespace stretto::cdna
