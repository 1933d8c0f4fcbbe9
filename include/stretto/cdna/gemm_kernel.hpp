// A GEMM kernel from its plan: STRETTO_CDNA_GEMM(name, plan) defines the device function of a code object.
#pragma once

#include <stretto/cdna/device_isa.hpp>
#include <stretto/cdna/gemm_waves.hpp>

/// Defines the device function `name`, which runs `plan`: C = A * B^T, launched by cdna/gemm.hpp.
#define STRETTO_CDNA_GEMM(name, plan)                                                                          \
  extern "C" __attribute__((global, amdgpu_flat_work_group_size(plan::tile.threads(), plan::tile.threads()),   \
                            amdgpu_waves_per_eu(plan::tile.waves_of_simd(), plan::tile.waves_of_simd()))) void \
  name(const void* a, const void* b, void* c, int m, int n, int k) {                                           \
    ::stretto::cdna::WaveOf<plan, ::stretto::cdna::DeviceIsa> wave({a, b, c, m, n, k});                        \
    wave.run();                                                                                                \
  }
