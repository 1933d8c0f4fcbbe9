// Checks an attention and launches the kernel of one plan.
#pragma once

#include <cmath>

#include <stretto/hopper/attention_kernel.cuh>
#include <stretto/hopper/attention_problem.cuh>
#include <stretto/hopper/attention_result.cuh>
#include <stretto/hopper/current_device.cuh>

namespace stretto::hopper {

/// Settings for measurements.
struct AttentionTuning {
  int blocks = 0;              // blocks of the grid; 0: one per SM
  long long* times = nullptr;  // in device memory: cycles of each block of the grid
};

namespace detail {

/// The strides with defaults filled in. `rows` and `heads` are those of the tensor.
inline AttentionStrides filled(AttentionStrides given, int rows, int heads, int head) {
  if (given.head == 0) given.head = head;
  if (given.row == 0) given.row = static_cast<long>(heads > 0 ? heads : 1) * head;
  if (given.batch == 0) given.batch = given.row * (rows > 0 ? rows : 1);
  return given;
}

inline bool aligned(const AttentionStrides& strides) {
  for (long stride : {strides.batch, strides.row, strides.head}) {
    if (stride <= 0 || stride % 8 != 0 || stride >= long{1} << 38) return false;
  }
  return true;
}

/// What is wrong with a problem. Fills in its defaults: heads of keys, scale and strides.
template <class Element>
AttentionStatus check(AttentionOf<Element>& given) {
  if (!on_hopper()) return AttentionStatus::not_hopper;
  if (given.key_heads == 0) given.key_heads = given.heads;
  if (!given.scale) given.scale = 1.0F / std::sqrt(static_cast<float>(given.head > 0 ? given.head : 1));
  const bool ragged = given.query_offsets != nullptr || given.key_offsets != nullptr;
  if (ragged && (given.query_offsets == nullptr || given.key_offsets == nullptr)) {
    return AttentionStatus::offsets_incomplete;
  }
  // Named arrays: nvcc 13 hands range-for over a braced list in a template to g++ without its `;`.
  const int sizes[] = {given.batch, given.heads,         given.key_heads, given.queries,
                       given.keys,  given.total_queries, given.total_keys};
  for (int size : sizes) {
    if (size < 0) return AttentionStatus::size_below_zero;
    if (size >= 1 << 24) return AttentionStatus::size_too_large;
  }
  if (static_cast<double>(given.batch) * given.heads * (given.queries / 64 + 1.0) >= 2147483648.0) {
    return AttentionStatus::size_too_large;
  }
  if (given.head != 64 && given.head != 128 && given.head != 256) return AttentionStatus::head_not_supported;
  if (given.key_heads < 1 || given.heads % given.key_heads != 0) return AttentionStatus::heads_not_divisible;
  if (!(*given.scale >= 0.0F) || *given.scale > 3.4e38F) return AttentionStatus::scale_not_supported;
  const int query_rows = ragged ? given.total_queries : given.queries;
  const int key_rows = ragged ? given.total_keys : given.keys;
  given.q_strides = filled(given.q_strides, query_rows, given.heads, given.head);
  given.k_strides = filled(given.k_strides, key_rows, given.key_heads, given.head);
  given.v_strides = filled(given.v_strides, key_rows, given.key_heads, given.head);
  given.o_strides = filled(given.o_strides, query_rows, given.heads, given.head);
  const AttentionStrides strides[] = {given.q_strides, given.k_strides, given.v_strides, given.o_strides};
  for (const AttentionStrides& s : strides) {
    if (!aligned(s)) return AttentionStatus::stride_not_aligned;
  }
  const AttentionStrides& o = given.o_strides;
  if (o.row < given.head || o.head < given.head || o.batch < given.head) return AttentionStatus::rows_overlap;
  if (given.batch == 0 || given.heads == 0 || query_rows == 0 || given.queries == 0) return AttentionStatus::ok;
  if (given.q == nullptr || given.o == nullptr) return AttentionStatus::null_pointer;
  if (key_rows > 0 && (given.k == nullptr || given.v == nullptr)) return AttentionStatus::null_pointer;
  const Element* const pointers[] = {given.q, given.k, given.v, given.o};
  for (const Element* pointer : pointers) {
    if (reinterpret_cast<uintptr_t>(pointer) % 16 != 0) return AttentionStatus::pointer_not_aligned;
  }
  return AttentionStatus::ok;
}

/// The SMs of the current device. Sets the kernel's shared-memory limit first.
template <class Plan, class Queries>
int prepared_sms(cudaError_t& error) {
  constexpr int max_devices = 64;
  static int known[max_devices] = {};
  int device = 0;
  error = cudaGetDevice(&device);
  if (error != cudaSuccess) return 0;
  if (device < max_devices && known[device] > 0) return known[device];
  error = cudaFuncSetAttribute(attention_kernel<Plan, Queries>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               Plan::shared_bytes);
  if (error != cudaSuccess) return 0;
  int sms = 0;
  error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess && device < max_devices) known[device] = sms;
  return sms;
}

}  // namespace detail

/// Launches a problem asynchronously on the stream, with the kernel of one plan.
template <class Plan, class Queries>
AttentionResult launch_attention(AttentionOf<typename Plan::Element> problem, cudaStream_t stream,
                                 const AttentionTuning& tuning = {}) {
  const AttentionStatus status = detail::check(problem);
  if (status != AttentionStatus::ok) return {status, cudaSuccess};
  const bool ragged = problem.query_offsets != nullptr;
  const int query_rows = ragged ? problem.total_queries : problem.queries;
  const int key_rows = ragged ? problem.total_keys : problem.keys;
  if (problem.batch == 0 || problem.heads == 0 || query_rows == 0 || problem.queries == 0) return {};

  cudaError_t error = cudaSuccess;
  const int sms = detail::prepared_sms<Plan, Queries>(error);
  if (sms < 1) return {AttentionStatus::launch_failed, error};

  const auto rows = [&](const void* data, int count, int heads, const AttentionStrides& strides) {
    return TensorRows{data,        problem.head, count,         heads, ragged ? 1 : problem.batch,
                      strides.row, strides.head, strides.batch, ragged};
  };
  // Without keys nothing is loaded, but every descriptor needs an address.
  const void* k = key_rows > 0 ? problem.k : problem.q;
  const void* v = key_rows > 0 ? problem.v : problem.q;
  CUtensorMap map_q{};
  CUtensorMap map_k{};
  CUtensorMap map_v{};
  const bool described =
      make_rows_map(map_q, rows(problem.q, query_rows, problem.heads, problem.q_strides), Plan::rows) &&
      make_rows_map(map_k, rows(k, key_rows, problem.key_heads, problem.k_strides), Plan::keys) &&
      make_rows_map(map_v, rows(v, key_rows, problem.key_heads, problem.v_strides), Plan::keys);
  if (!described) return {AttentionStatus::driver_too_old, cudaSuccess};

  AttentionArguments args;
  const int tiles = (problem.queries + Plan::rows - 1) / Plan::rows;
  args.order =
      attention_order(problem.batch * problem.heads, tiles, problem.causal, tuning.blocks > 0 ? tuning.blocks : sms);
  args.heads = problem.heads;
  args.group = problem.heads / problem.key_heads;
  args.queries = problem.queries;
  args.keys = problem.keys;
  args.query_offsets = problem.query_offsets;
  args.key_offsets = problem.key_offsets;
  args.causal = problem.causal;
  args.uniform = *problem.scale == 0.0F;
  args.scale = args.uniform ? 1.0F : *problem.scale;
  args.o = problem.o;
  args.o_row = problem.o_strides.row;
  args.o_head = problem.o_strides.head;
  args.o_batch = problem.o_strides.batch;
  args.lse = problem.lse;
  args.lse_head = query_rows;
  args.lse_batch = static_cast<long>(query_rows) * problem.heads;
  args.times = tuning.times;

  cudaLaunchConfig_t config{};
  config.gridDim = dim3(args.order.items < args.order.blocks ? args.order.items : args.order.blocks);
  config.blockDim = dim3(Plan::threads);
  config.dynamicSmemBytes = Plan::shared_bytes;
  config.stream = stream;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  error = cudaLaunchKernelEx(&config, attention_kernel<Plan, Queries>, map_q, map_k, map_v, args);
  if (error != cudaSuccess) return {AttentionStatus::launch_failed, error};
  return {};
}

}  // namespace stretto::hopper
