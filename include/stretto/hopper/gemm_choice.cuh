// Selects the plan for a problem.
#pragma once

#include <stretto/hopper/current_device.cuh>
#include <stretto/hopper/gemm_launch.cuh>
#include <stretto/hopper/gemm_plans.hpp>

namespace stretto::hopper {

/// Cost model of a plan. Tiles are computed in rounds of as many as run concurrently. A round takes `block_cycles` per
/// K block, or as long as memory needs for the data, plus `tile_cycles`.
struct GemmOption {
  int concurrent = 0;  // tiles at a time on an H200
  int block_cycles = 0;
  int tile_cycles = 0;
  int launch_cycles = 0;
  int columns = 0;
  int multicast = 1;
  int split = 1;
  bool swapped = false;
  GemmResult (*launch)(const GemmProblem&, cudaStream_t, const GemmTuning&) = nullptr;

  [[nodiscard]] constexpr long cycles(int m, int n, int k_blocks) const {
    const int height = tile_rows * multicast;
    const long rows = ((swapped ? n : m) + height - 1) / height;
    const long across = ((swapped ? m : n) + columns - 1) / columns;
    const long rounds = (rows * across * multicast + concurrent - 1) / concurrent;
    const long computing = rounds * ((k_blocks + split - 1) / split) * block_cycles;
    const long bytes = (long{m} + n) * k_blocks * block_bytes + 2L * m * n;
    const long tiles = rows * across * multicast;
    constexpr const targets::HopperCard& card = targets::h200_card;
    const long asked = (tiles < concurrent ? tiles : concurrent) * split * card.memory_of_block;
    const long loading = bytes / (asked < card.memory_per_cycle ? asked : card.memory_per_cycle);
    return launch_cycles + rounds * tile_cycles + (computing > loading ? computing : loading);
  }
};

template <class Plan>
constexpr GemmOption option(int block_cycles, int tile_cycles, int launch_cycles = 0) {
  const int split = Plan::split == Split::in_cluster ? Plan::cluster : 1;
  return {targets::h200_card.sms * Plan::blocks_per_sm / split,
          block_cycles,
          tile_cycles,
          launch_cycles,
          Plan::columns,
          Plan::multicast,
          split,
          Plan::swapped,
          launch_gemm<Plan>};
}

/// Cycles are measured on an H200 (docs/hopper.md).
template <DataType Type>
inline constexpr GemmOption gemm_options[] = {
    option<typename GemmPlans<Type>::Pair>(1024, 1000, 1500), option<typename GemmPlans<Type>::Single>(1030, 1000),
    option<typename GemmPlans<Type>::Square>(630, 1000),      option<typename GemmPlans<Type>::Wide>(900, 5000),
    option<typename GemmPlans<Type>::Split128>(650, 6000),    option<typename GemmPlans<Type>::Split96>(590, 6000),
    option<typename GemmPlans<Type>::Split64>(540, 5000),     option<typename GemmPlans<Type>::Some>(540, 5000),
    option<typename GemmPlans<Type>::SomeSplit>(540, 5000),   option<typename GemmPlans<Type>::Few>(900, 800),
    option<typename GemmPlans<Type>::FewSplit>(500, 4000),
};

namespace detail {

inline GemmStatus check(const GemmProblem& problem, int element) {
  if (!on_hopper()) return GemmStatus::not_hopper;
  if (problem.a == nullptr || problem.b == nullptr || problem.c == nullptr) return GemmStatus::null_pointer;
  if (problem.m < 1 || problem.n < 1 || problem.k < 1) return GemmStatus::size_below_one;
  constexpr int most = 1 << 24;
  if (problem.m >= most || problem.n >= most || problem.k >= most) return GemmStatus::size_too_large;
  if (static_cast<long>(problem.m) * problem.n >= long{1} << 40) return GemmStatus::size_too_large;
  if (problem.k * element % 16 != 0) return GemmStatus::k_not_multiple;
  for (const void* pointer : {problem.a, problem.b, static_cast<const void*>(problem.c)}) {
    if (reinterpret_cast<uintptr_t>(pointer) % 16 != 0) return GemmStatus::pointer_not_aligned;
  }
  return GemmStatus::ok;
}

}  // namespace detail

template <DataType Type>
GemmResult launch_best(const GemmProblem& problem, cudaStream_t stream) {
  const GemmStatus status = detail::check(problem, bytes_of(Type));
  if (status != GemmStatus::ok) return {status, cudaSuccess};
  const int k_blocks = (problem.k * bytes_of(Type) + block_bytes - 1) / block_bytes;
  const GemmOption* best = nullptr;
  for (const GemmOption& candidate : gemm_options<Type>) {
    const bool better = best == nullptr ||
                        candidate.cycles(problem.m, problem.n, k_blocks) < best->cycles(problem.m, problem.n, k_blocks);
    if (better) best = &candidate;
  }
  return best->launch(problem, stream, {});
}

}  // namespace stretto::hopper
