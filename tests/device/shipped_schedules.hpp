// The shipped Mojo schedules, with the settings of tests/reference.
#pragma once

#include <stretto/mojo/schedules/four_wave.hpp>
#include <stretto/mojo/schedules/single_buffer.hpp>

namespace stretto::shipped {

using FourWave = Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>;

constexpr SingleBufferShape single_buffer_shape(int k_tiles) {
  return {.num_k_tiles = k_tiles,
          .hints = {.m_mmas = 4,
                    .n_mmas = 4,
                    .k_mmas = 2,
                    .mma_m = 16,
                    .mma_n = 16,
                    .a_loads_per_thread = 2,
                    .b_loads_per_thread = 2}};
}
template <int KTiles>
using SingleBuffer = SingleBufferSchedule<single_buffer_shape(KTiles)>;

}  // namespace stretto::shipped
