// The GEMM kernels as data: what a launch needs from each line of gemm_kernels.def. No schedule is evaluated.
#pragma once

#include <string_view>

#include <stretto/cdna/gemm_tiles.hpp>

namespace stretto::cdna {

/// A kernel that ./cdna builds.
struct GemmKernel {
  const char* name = "";                    ///< its code object is NAME.ARCHITECTURE.hsaco
  GemmKind kind = GemmKind::single_buffer;  ///< kind of its schedule
  bool proven = false;                      ///< false: the waits and barriers of the Mojo package, which may race
  GemmTile tile;                            ///< tile of a workgroup

  /// Data type of A and B.
  [[nodiscard]] constexpr DataType type() const {
    return tile.element_bytes() == bytes_of(DataType::fp8) ? DataType::fp8 : DataType::bf16;
  }
  /// k must be a multiple of it: the K of the tiles that one trip consumes.
  [[nodiscard]] constexpr int k_step() const { return kind == GemmKind::single_buffer ? tile.k : 2 * tile.k; }
  /// The smallest k that the kernel supports.
  [[nodiscard]] constexpr int k_least() const { return 2 * tile.k; }
};

/// Is the synchronisation of a plan derived and proven for every trip count?
template <class Plan>
inline constexpr bool proven_plan = true;
template <Chip C, DataType Type>
inline constexpr bool proven_plan<PingPongPlan<C, Type, Synchronised::mojo>> = false;
template <Chip C, DataType Type>
inline constexpr bool proven_plan<FourWavePlan<C, Type, Synchronised::mojo>> = false;

namespace detail {
template <Chip C, class Plan>
constexpr GemmKernel kernel_of(const char* name) {
  static_assert(TileOf<Plan>::tile.chip == C, "the line of gemm_kernels.def names two architectures");
  return {.name = name, .kind = TileOf<Plan>::kind, .proven = proven_plan<Plan>, .tile = TileOf<Plan>::tile};
}
}  // namespace detail

/// All kernels, in order of preference.
inline constexpr GemmKernel gemm_kernels[] = {
#define STRETTO_CDNA_KERNEL(name, chip, ...) detail::kernel_of<Chip::chip, __VA_ARGS__>(#name),
#include <stretto/cdna/gemm_kernels.def>
#undef STRETTO_CDNA_KERNEL
};

/// Finds a kernel by name; null if there is none.
constexpr const GemmKernel* find_kernel(std::string_view name, Chip chip) {
  for (const GemmKernel& kernel : gemm_kernels) {
    if (kernel.tile.chip == chip && name == kernel.name) return &kernel;
  }
  return nullptr;
}

/// Workgroups of a launch.
struct GemmGrid {
  long long x = 0;  ///< workgroups along m
  long long y = 0;  ///< workgroups along n
};

/// The workgroups that cover all of C.
constexpr GemmGrid grid_of(const GemmTile& tile, int m, int n) {
  return {(static_cast<long long>(m) + tile.m - 1) / tile.m, (static_cast<long long>(n) + tile.n - 1) / tile.n};
}

}  // namespace stretto::cdna
