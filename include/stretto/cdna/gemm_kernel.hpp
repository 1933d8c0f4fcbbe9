// A GEMM kernel from its plan: STRETTO_CDNA_GEMM(name, plan) is the device function of a code object.
#pragma once

#include <stretto/cdna/device_isa.hpp>
#include <stretto/cdna/double_buffer_gemm.hpp>
#include <stretto/cdna/gemm_plan.hpp>
#include <stretto/cdna/pipelined_gemm.hpp>
#include <stretto/cdna/single_buffer_gemm.hpp>

namespace stretto::cdna {

/// The wave of a plan's kernel, on the device or elsewhere.
template <class Plan, class Isa>
struct WaveOf {
  using type = DoubleBufferWave<Plan, Isa>;
};
template <Chip C, class Isa>
struct WaveOf<SingleBufferPlan<C>, Isa> {
  using type = SingleBufferWave<SingleBufferPlan<C>, Isa>;
};
template <Chip C, NumberType Type, class Isa>
struct WaveOf<PipelinedPlan<C, Type>, Isa> {
  using type = PipelinedWave<PipelinedPlan<C, Type>, Isa>;
};

}  // namespace stretto::cdna

#define STRETTO_CDNA_GEMM(name, ...)                                                                              \
  extern "C" __attribute__((global, amdgpu_flat_work_group_size(__VA_ARGS__::tile.threads(), __VA_ARGS__::tile.threads()), \
                            amdgpu_waves_per_eu(__VA_ARGS__::tile.waves_of_simd(), __VA_ARGS__::tile.waves_of_simd()))) void \
  name(const void* a, const void* b, void* c, int m, int n, int k) {                                               \
    typename ::stretto::cdna::WaveOf<__VA_ARGS__, ::stretto::cdna::DeviceIsa>::type wave({a, b, c, m, n, k});               \
    wave.run();                                                                                                    \
  }
