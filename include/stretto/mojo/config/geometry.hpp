// KernelGeometry: tile, MMA shape and element size, and the counter costs per load that follow from them.
#pragma once

#include <initializer_list>

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/limits.hpp>
#include <stretto/gpu/mi355x.hpp>

namespace stretto {

/// The shapes of a kernel.
struct KernelGeometry {
  int BM = 0;               ///< rows of the workgroup's tile
  int BN = 0;               ///< columns of the workgroup's tile
  int BK = 0;               ///< extent of the tile along K
  int MMA_M = 0;            ///< rows of a matrix instruction
  int MMA_N = 0;            ///< columns of a matrix instruction
  int MMA_K = 0;            ///< extent of a matrix instruction along K
  int elem_bytes = 0;       ///< bytes per element of A and B
  int simd_width = 0;       ///< elements in one 16-byte load of a lane
  bool is_fp8 = false;      ///< fp8 elements; otherwise bf16
  int vm_per_load_a = 0;    ///< load instructions per wave for one load op of A
  int vm_per_load_b = 0;    ///< load instructions per wave for one load op of B
  int lgkm_per_load_a = 0;  ///< LDS reads per wave for one fragment of A
  int lgkm_per_load_b = 0;  ///< LDS reads per wave for one fragment of B

  friend constexpr bool operator==(const KernelGeometry&, const KernelGeometry&) = default;
};

/// How the waves of a workgroup divide the tile.
struct WaveLayout {
  int rows = 2;     ///< waves along M
  int columns = 2;  ///< waves along N

  /// Number of waves in the workgroup.
  [[nodiscard]] constexpr int waves() const { return rows * columns; }
};

/// Extents of a matrix product.
struct MatrixShape {
  int m = 0;  ///< rows
  int n = 0;  ///< columns
  int k = 0;  ///< extent along K
};

/// What a kernel's geometry follows from.
struct GeometrySpec {
  MatrixShape tile;                ///< the workgroup's tile
  MatrixShape mma;                 ///< one matrix instruction
  DataType type = DataType::bf16;  ///< elements of A and B
  WaveLayout layout = {};          ///< how the waves divide the tile
};

namespace detail {
// The kernels of the Mojo package are for this GPU; a lane also reads 16 bytes from LDS.
inline constexpr int wave_lanes = targets::mi355x.wave_lanes;
inline constexpr int lane_load_bytes = targets::mi355x.copy_bytes;

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

/// vmcnt increments of one half-tile load: the passes over its rows when every lane of all waves loads 16 bytes.
constexpr int vm_per_load(int tile_rows, int BK, int elem_bytes, int waves) {
  const int lanes_per_row = BK * elem_bytes / lane_load_bytes;
  const int rows_per_pass = waves * wave_lanes / lanes_per_row;
  return ceil_div(tile_rows / 2, rows_per_pass);
}

/// lgkmcnt increments of one fragment load: the operands of one quadrant along one side, read in pieces of 16 bytes.
constexpr int lgkm_per_load(int wave_rows, int mma_rows, int BK, int MMA_K, int elem_bytes) {
  const int mmas = wave_rows / 2 / mma_rows;
  const int reads = ceil_div(mma_rows * MMA_K / wave_lanes * elem_bytes, lane_load_bytes);
  return mmas * (BK / MMA_K) * reads;
}
}  // namespace detail

/// Multiply-accumulates of one compute op: one quadrant of a wave's tile along all of BK.
constexpr long quadrant_macs(const KernelGeometry& g, const WaveLayout& layout) {
  return static_cast<long>(g.BM / layout.rows / 2) * (g.BN / layout.columns / 2) * g.BK;
}

namespace detail {

/// Matrix instructions of a compute op: one quadrant of a wave's tile, along all of BK.
constexpr int quadrant_mmas(const KernelGeometry& g, const WaveLayout& layout) {
  return g.BM / layout.rows / 2 / g.MMA_M * (g.BN / layout.columns / 2 / g.MMA_N) * (g.BK / g.MMA_K);
}

}  // namespace detail

/// Safe number of global loads per block with asynchronous LDS writes: one MMA is too short to cover such a write.
constexpr int derive_safe_max_globals(int num_k_mmas) { return num_k_mmas >= 2 ? 1 : 0; }

/// The same for a geometry, as the Mojo package's kernels set it: 0 as well if a compute op has fewer than eight matrix
/// instructions.
constexpr int safe_max_globals(const KernelGeometry& g, const WaveLayout& layout = {}) {
  return detail::quadrant_mmas(g, layout) < 8 ? 0 : derive_safe_max_globals(g.BK / g.MMA_K);
}

/// Refuses a tile that the waves and MMAs do not divide.
constexpr Diagnostic check_geometry(const KernelGeometry& g, const WaveLayout& layout) {
  const NamedCount positive[] = {{Count::bm, g.BM},
                                 {Count::bn, g.BN},
                                 {Count::bk, g.BK},
                                 {Count::mma_m, g.MMA_M},
                                 {Count::mma_n, g.MMA_N},
                                 {Count::mma_k, g.MMA_K},
                                 {Count::elem_bytes, g.elem_bytes}};
  const NamedCount waves[] = {{Count::rows_of_waves, layout.rows}, {Count::columns_of_waves, layout.columns}};
  const auto check = [](const NamedCount& count, int highest) {
    if (count.value < 1) return Diagnostic(Rule::tile_below_one, count.value, 1, count.what);
    return check_count(count, 1, highest);
  };
  for (const NamedCount& count : positive) {
    if (const Diagnostic error = check(count, max_extent)) return error;
  }
  for (const NamedCount& count : waves) {
    if (const Diagnostic error = check(count, max_count)) return error;
  }
  if (detail::lane_load_bytes % g.elem_bytes != 0) {
    return {Rule::counts_do_not_divide, detail::lane_load_bytes, g.elem_bytes};
  }
  // Each wave's tile is divided into quadrants of whole MMAs, so the number of MMAs along each side is even.
  if (g.BM % (layout.rows * 2 * g.MMA_M) != 0) return {Rule::counts_do_not_divide, g.BM, layout.rows * 2 * g.MMA_M};
  if (g.BN % (layout.columns * 2 * g.MMA_N) != 0) {
    return {Rule::counts_do_not_divide, g.BN, layout.columns * 2 * g.MMA_N};
  }
  if (g.BK % g.MMA_K != 0) return {Rule::counts_do_not_divide, g.BK, g.MMA_K};
  const int row_bytes = g.BK * g.elem_bytes;
  if (row_bytes % detail::lane_load_bytes != 0) return {Rule::counts_do_not_divide, row_bytes, detail::lane_load_bytes};
  const int lanes_per_row = row_bytes / detail::lane_load_bytes;
  const int lanes = layout.waves() * detail::wave_lanes;
  if (lanes % lanes_per_row != 0) return {Rule::counts_do_not_divide, lanes, lanes_per_row};
  return {};
}

/// Rejects counts that are out of range, whether computed or given.
constexpr Diagnostic check_counts(const KernelGeometry& g) {
  const NamedCount counts[] = {{Count::vm_per_load_a, g.vm_per_load_a},
                               {Count::vm_per_load_b, g.vm_per_load_b},
                               {Count::lgkm_per_load_a, g.lgkm_per_load_a},
                               {Count::lgkm_per_load_b, g.lgkm_per_load_b}};
  for (const NamedCount& count : counts) {
    if (count.value < 1) return {Rule::entries_below_one, count.value, 1, count.what};
    if (const Diagnostic error = check_count(count, 1, max_extent)) return error;
  }
  return {};
}

/// The geometry with the counts that follow from its tile, MMA shape and element size, and from the wave layout;
/// unchanged if `check_geometry` refuses it.
constexpr KernelGeometry with_counts(KernelGeometry g, const WaveLayout& layout) {
  if (check_geometry(g, layout)) return g;
  g.simd_width = detail::lane_load_bytes / g.elem_bytes;
  g.vm_per_load_a = detail::vm_per_load(g.BM, g.BK, g.elem_bytes, layout.waves());
  g.vm_per_load_b = detail::vm_per_load(g.BN, g.BK, g.elem_bytes, layout.waves());
  g.lgkm_per_load_a = detail::lgkm_per_load(g.BM / layout.rows, g.MMA_M, g.BK, g.MMA_K, g.elem_bytes);
  g.lgkm_per_load_b = detail::lgkm_per_load(g.BN / layout.columns, g.MMA_N, g.BK, g.MMA_K, g.elem_bytes);
  return g;
}

/// The geometry of a tile, an MMA shape and a data type, with its vm and lgkm counts. The result is meaningful only if
/// `check_geometry` accepts it.
constexpr KernelGeometry make_geometry(const GeometrySpec& spec) {
  KernelGeometry g;
  g.BM = spec.tile.m;
  g.BN = spec.tile.n;
  g.BK = spec.tile.k;
  g.MMA_M = spec.mma.m;
  g.MMA_N = spec.mma.n;
  g.MMA_K = spec.mma.k;
  g.elem_bytes = bytes_of(spec.type);
  g.is_fp8 = spec.type == DataType::fp8;
  return with_counts(g, spec.layout);
}

}  // namespace stretto
