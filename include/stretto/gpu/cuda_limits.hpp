// What CUDA allows on every NVIDIA GPU of this folder.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::targets {

/// Most registers of a thread (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"). On some
/// GPUs schedules plan with fewer: `Gpu::lane_registers`.
inline constexpr int cuda_lane_registers = 255;
/// Named barriers of a workgroup, 0 to 15; __syncthreads() is barrier 0 (PTX ISA, "bar").
inline constexpr int cuda_named_barriers = 16;

}  // namespace stretto::targets
