// Launches the kernel of one plan.
#pragma once

#include <stretto/hopper/gemm_kernel.cuh>
#include <stretto/hopper/gemm_result.cuh>
#include <stretto/hopper/tensor_map.cuh>

namespace stretto::hopper {

/// C = A * B^T: A is m x k, B is n x k, C is m x n, all row-major.
struct GemmProblem {
  const void* a = nullptr;
  const void* b = nullptr;
  __nv_bfloat16* c = nullptr;
  int m = 0;
  int n = 0;
  int k = 0;
  const float* scale_a = nullptr;  // in device memory; null: 1
  const float* scale_b = nullptr;
};

/// Settings for measurements.
struct GemmTuning {
  int group = 0;                // rows of tiles per group of the tile order; 0: the plan's default
  bool share = true;            // share the tiles of the last rounds where it pays
  BlockTimes* times = nullptr;  // in device memory, zeroed: what a timed plan measures
};

namespace detail {

inline constexpr int max_devices = 64;

/// The number of clusters that run concurrently. Sets the kernel's shared-memory limit first. 0: the kernel cannot run.
template <class Plan>
int resident_clusters(cudaError_t& error) {
  static int known[max_devices] = {};
  int device = 0;
  error = cudaGetDevice(&device);
  if (error != cudaSuccess) return 0;
  if (device < max_devices && known[device] > 0) return known[device];
  error = cudaFuncSetAttribute(gemm_kernel<Plan>, cudaFuncAttributeMaxDynamicSharedMemorySize, Plan::shared_bytes);
  if (error != cudaSuccess) return 0;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(Plan::cluster);
  config.blockDim = dim3(Plan::threads);
  config.dynamicSmemBytes = Plan::shared_bytes;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = Plan::cluster;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int clusters = 0;
  error = cudaOccupancyMaxActiveClusters(&clusters, gemm_kernel<Plan>, &config);
  if (error == cudaSuccess && device < max_devices) known[device] = clusters;
  return clusters;
}

}  // namespace detail

/// Launches a checked problem asynchronously on the stream.
template <class Plan>
GemmResult launch_gemm(const GemmProblem& problem, cudaStream_t stream, const GemmTuning& tuning = {}) {
  const int element = bytes_of(Plan::type);
  const Matrix a{problem.a, problem.m, problem.k, element};
  const Matrix b{problem.b, problem.n, problem.k, element};
  const Matrix& rows = Plan::swapped ? b : a;
  const Matrix& columns = Plan::swapped ? a : b;

  GemmArguments args;
  args.rows = rows.rows;
  args.columns = columns.rows;
  args.order.group = tuning.group > 0 ? tuning.group : 16 / Plan::multicast;
  const int height = tile_rows * Plan::multicast;
  args.order.rows = (args.rows + height - 1) / height;
  args.order.columns = (args.columns + Plan::columns - 1) / Plan::columns;
  args.c = problem.c;
  args.pitch = problem.n;
  args.scale_a = problem.scale_a;
  args.scale_b = problem.scale_b;
  args.times = tuning.times;

  CUtensorMap map_a{};
  CUtensorMap map_b{};
  CUtensorMap map_c{};
  const Matrix c{problem.c, problem.m, problem.n, 2};
  const bool described = make_tensor_map(map_a, rows, tile_rows) &&
                         make_tensor_map(map_b, columns, Plan::columns / Plan::multicast) &&
                         (!Plan::staged || problem.n % 8 != 0 || make_tensor_map(map_c, c, 16));
  if (!described) return {GemmStatus::driver_too_old, cudaSuccess};

  cudaError_t error = cudaSuccess;
  const int resident = detail::resident_clusters<Plan>(error);
  if (resident < 1) return {GemmStatus::launch_failed, error};
  const int tiles = args.order.rows * args.order.columns;
  const int clusters = Plan::staged && tiles > resident ? resident : tiles;
  args.work =
      plan_work(tiles, (problem.k * element + block_bytes - 1) / block_bytes, clusters, Plan::staged && tuning.share);
  if (args.work.in_rounds < tiles) {
    constexpr size_t most_blocks = 256;  // concurrent blocks on any Hopper GPU
    constexpr size_t sums = most_blocks * tile_rows * 256 * sizeof(float);
    error = workspace_of(stream, sums, most_blocks * consumers * sizeof(int), args.shared);
    if (error != cudaSuccess) return {GemmStatus::launch_failed, error};
  }

  cudaLaunchConfig_t config{};
  config.gridDim = dim3(clusters * Plan::cluster);
  config.blockDim = dim3(Plan::threads);
  config.dynamicSmemBytes = Plan::shared_bytes;
  config.stream = stream;
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim.x = Plan::cluster;
  attributes[1].val.clusterDim.y = 1;
  attributes[1].val.clusterDim.z = 1;
  config.attrs = attributes;
  config.numAttrs = 2;
  error = cudaLaunchKernelEx(&config, gemm_kernel<Plan>, map_a, map_b, map_c, args);
  if (error != cudaSuccess) return {GemmStatus::launch_failed, error};
  return {};
}

}  // namespace stretto::hopper
