// Sums of 256 columns of a matrix, tile by tile, on an MI355X: loads go directly into LDS, with waits on vmcnt. It
// needs no HIP header, so clang 22 alone can compile it to a code object.
//
//   clang++-22 -x hip --offload-arch=gfx950 --cuda-device-only --no-gpu-bundle-output -nogpuinc -nogpulib
//     -std=c++20 -O3 -I include examples/howto/column_sums.hip -o column_sums.hsaco
#include <stretto/gpu/mi355x.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

constexpr int rows = 16;
constexpr int columns = 256;  // one per lane: four waves
constexpr int tile_bytes = rows * columns * 4;
constexpr int wave_bytes = 64 * 16;                              // of one load: 16 bytes per lane
constexpr int loads = tile_bytes / (columns / 64) / wave_bytes;  // per wave and tile

struct ColumnSums {
  static constexpr Loop declare() {
    Loop loop("column sums");
    loop.threads = columns;
    const auto tile = loop.shared("tile", tile_bytes).parts(4);  // each wave reads a quarter of it
    const auto sum = loop.registers("sum", columns * 4);
    loop.load("load").writes(tile);
    loop.compute("add", rows * columns).takes(rows * 4).reads(tile).reads(sum, 1).writes(sum);
    return loop;
  }
  static constexpr Gpu target() { return targets::mi355x; }
};

struct Plan {
  static constexpr auto pipe = pipeline<ColumnSums>();
  static_assert(pipe.proven() && pipe.ii == 256);  // 16384 bytes at 64 per cycle
  static constexpr int slots = pipe.slots("tile");
  static_assert(slots == 5);
};

__attribute__((device, shared)) char lds[Plan::slots * tile_bytes];

/// One wave's part of a tile. Lane i's bytes go to the wave's base plus 16 i.
__attribute__((device)) void load(int slot, const char* tile) {
  const int thread = __builtin_amdgcn_workitem_id_x();
  const int wave = __builtin_amdgcn_readfirstlane(thread / 64);
  for (int l = 0; l < loads; ++l) {
    const int place = (wave * loads + l) * wave_bytes;
    using Global = __attribute__((address_space(1))) void*;
    using Lds = __attribute__((address_space(3))) void*;
    __builtin_amdgcn_global_load_lds((Global)(tile + place + thread % 64 * 16), (Lds)(lds + slot * tile_bytes + place),
                                     16, 0, 0);
  }
}

extern "C" __attribute__((global, amdgpu_flat_work_group_size(columns, columns))) void column_sums(const char* from,
                                                                                                   float* sums,
                                                                                                   int tiles) {
  const int thread = __builtin_amdgcn_workitem_id_x();
  float column[rows], sum = 0;
  run<Plan, 0>(tiles, [&](auto entry, int i) {
    constexpr Entry e = entry.value;
    const int n = i + e.iteration;  // the tile that this entry is about
    if constexpr (e.action == Action::fetch) {
      load(n % Plan::slots, from + static_cast<long>(n) * tile_bytes);
    } else if constexpr (e.action == Action::wait && e.counter == Counter::vm) {
      asm volatile("s_waitcnt vmcnt(%0)" ::"n"(e.count) : "memory");
    } else if constexpr (e.action == Action::wait) {
      static_assert(e.counter == Counter::lgkm);
      asm volatile("s_waitcnt lgkmcnt(%0)" ::"n"(e.count) : "memory");
    } else if constexpr (e.action == Action::barrier) {
      asm volatile("s_barrier" ::: "memory");
    } else if constexpr (e.action == Action::move) {
      const auto* tile = reinterpret_cast<const float*>(lds + n % Plan::slots * tile_bytes);
      for (int r = 0; r < rows; ++r) column[r] = tile[r * columns + thread];
    } else {
      static_assert(e.action == Action::consume);
      for (int r = 0; r < rows; ++r) sum += column[r];
    }
  });
  sums[thread] = sum;
}
