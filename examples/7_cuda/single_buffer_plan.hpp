// The single-buffer schedule that the CUDA example consumes: two fragments along K per tile.
#pragma once

#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/schedules/single_buffer.hpp>

struct SingleBufferPlan {
  static constexpr auto pipe =
      stretto::compile_schedule<stretto::SingleBufferSchedule<stretto::SingleBufferShape{.num_k_tiles = 2}>>();
  static_assert(pipe.verdict == stretto::Verdict::proven);

  // Instructions of a thread for one entry of each kind.
  static constexpr int loads = 4;      // 16 bytes each: LOAD_DRAM, and as many stores in STORE_SMEM
  static constexpr int fragments = 4;  // ldmatrix.x4 in LOAD_FRAG
  static constexpr int mmas = 8;       // m16n8k16 in COMPUTE
};
