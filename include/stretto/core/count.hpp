// What a number in a diagnostic counts.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// What a number in a message is, where its rule alone does not say it.
enum class Count : unsigned char {
  none,
  // knobs, hints, geometry and ops of Mojo schedules
  m_mmas_of_the_hints,
  n_mmas_of_the_hints,
  k_mmas_of_the_hints,
  mma_m_of_the_hints,
  mma_n_of_the_hints,
  a_loads_per_thread_of_the_hints,
  b_loads_per_thread_of_the_hints,
  ch0_match_field,
  ch1_match_field,
  m_mmas,
  n_mmas,
  num_partitions,
  lds_contention_penalty,
  lgkm_per_load_a,
  lgkm_per_load_b,
  latency,
  vgpr_def,
  vgpr_kill,
  bm,
  bn,
  bk,
  mma_m,
  mma_n,
  mma_k,
  elem_bytes,
  rows_of_waves,
  columns_of_waves,
  vm_per_load_a,
  vm_per_load_b,
  num_k_tiles,
  max_vgpr,
  prefetch,
  drain_passes,
  prologue_fill,
  block_sizing_heavy,
  block_sizing_light,
  block_sizing_max_globals,
  mma_latency,
  warp_stagger_fixed_amount,
  // modulo problems
  turns_of_a_resource,
  distance_of_an_edge,
  delay_of_an_edge,
  bytes_of_a_storage,
  slots_of_a_storage,
  distance_of_the_last_read_of_a_storage,
  delay_of_the_last_read_of_a_storage,
  largest_number_of_slots_of_a_storage,
  ops,
  edges,
  uses_of_units,
  storages,
  fixed_interval,
  stages,
  step_of_the_interval,
  // costs and steps of timed runs
  occupancy_of_an_op,
  latency_of_an_op,
  issue_cycles_of_an_op,
  lead_of_an_op,
  limit_of_a_unit,
  cycles_of_a_wait,
  cycles_of_an_await,
  cycles_of_an_arrival,
  cycles_of_a_barrier,
  cycles_of_a_named_barrier,
  operations_of_a_step,
  slot_of_a_barrier,
  slots_per_trip,
  flip_of_a_parity,
  bytes_of_an_arrival,
  // wave programs
  trips,
  slots_of_a_buffer,
  subtiles_of_a_buffer,
  slots_of_a_barrier,
  arrivals_of_a_barrier,
  waves_of_a_role,
  extra_trips_of_a_role,
  places_of_a_buffer,
  bytes_of_a_buffer,
  places_of_all_barriers,
  roles,
  waves,
  accumulators,
  smallest_trip_count,
  kernel_trips_of_a_role,
  registers_in_the_pool,
  k_tiles_of_a_run,
  k_tiles_per_trip,
  capacity_of_vmcnt,
  capacity_of_lgkmcnt,
  registers_of_a_step,
  k_tile_of_a_step,
  version_of_an_access,
  // declared loops
  side_m,
  side_n,
  side_k,
};

/// "slots of a buffer", for messages; "" for none.
constexpr const char* count_words(Count count) {
  switch (count) {
    case Count::none: return "";
    case Count::m_mmas_of_the_hints: return "m_mmas of the hints";
    case Count::n_mmas_of_the_hints: return "n_mmas of the hints";
    case Count::k_mmas_of_the_hints: return "k_mmas of the hints";
    case Count::mma_m_of_the_hints: return "mma_m of the hints";
    case Count::mma_n_of_the_hints: return "mma_n of the hints";
    case Count::a_loads_per_thread_of_the_hints: return "a_loads_per_thread of the hints";
    case Count::b_loads_per_thread_of_the_hints: return "b_loads_per_thread of the hints";
    case Count::ch0_match_field: return "ch0_match_field";
    case Count::ch1_match_field: return "ch1_match_field";
    case Count::m_mmas: return "m_mmas";
    case Count::n_mmas: return "n_mmas";
    case Count::num_partitions: return "num_partitions";
    case Count::lds_contention_penalty: return "lds_contention_penalty";
    case Count::lgkm_per_load_a: return "lgkm_per_load_a";
    case Count::lgkm_per_load_b: return "lgkm_per_load_b";
    case Count::latency: return "latency";
    case Count::vgpr_def: return "vgpr_def";
    case Count::vgpr_kill: return "vgpr_kill";
    case Count::bm: return "BM";
    case Count::bn: return "BN";
    case Count::bk: return "BK";
    case Count::mma_m: return "MMA_M";
    case Count::mma_n: return "MMA_N";
    case Count::mma_k: return "MMA_K";
    case Count::elem_bytes: return "elem_bytes";
    case Count::rows_of_waves: return "rows of waves";
    case Count::columns_of_waves: return "columns of waves";
    case Count::vm_per_load_a: return "vm_per_load_a";
    case Count::vm_per_load_b: return "vm_per_load_b";
    case Count::num_k_tiles: return "num_k_tiles";
    case Count::max_vgpr: return "max_vgpr";
    case Count::prefetch: return "prefetch";
    case Count::drain_passes: return "drain_passes";
    case Count::prologue_fill: return "prologue_fill";
    case Count::block_sizing_heavy: return "block_sizing.heavy";
    case Count::block_sizing_light: return "block_sizing.light";
    case Count::block_sizing_max_globals: return "block_sizing.max_globals";
    case Count::mma_latency: return "mma_latency";
    case Count::warp_stagger_fixed_amount: return "warp_stagger.fixed_amount";
    case Count::turns_of_a_resource: return "turns of a resource";
    case Count::distance_of_an_edge: return "distance of an edge";
    case Count::delay_of_an_edge: return "delay of an edge";
    case Count::bytes_of_a_storage: return "bytes of a storage";
    case Count::slots_of_a_storage: return "slots of a storage";
    case Count::distance_of_the_last_read_of_a_storage: return "distance of the last read of a storage";
    case Count::delay_of_the_last_read_of_a_storage: return "delay of the last read of a storage";
    case Count::largest_number_of_slots_of_a_storage: return "largest number of slots of a storage";
    case Count::ops: return "ops";
    case Count::edges: return "edges";
    case Count::uses_of_units: return "uses of units";
    case Count::storages: return "storages";
    case Count::fixed_interval: return "fixed interval";
    case Count::stages: return "stages";
    case Count::step_of_the_interval: return "step of the interval";
    case Count::occupancy_of_an_op: return "occupancy of an op";
    case Count::latency_of_an_op: return "latency of an op";
    case Count::issue_cycles_of_an_op: return "issue cycles of an op";
    case Count::lead_of_an_op: return "lead of an op";
    case Count::limit_of_a_unit: return "limit of a unit";
    case Count::cycles_of_a_wait: return "cycles of a wait";
    case Count::cycles_of_an_await: return "cycles of an await";
    case Count::cycles_of_an_arrival: return "cycles of an arrival";
    case Count::cycles_of_a_barrier: return "cycles of a barrier";
    case Count::cycles_of_a_named_barrier: return "cycles of a named barrier";
    case Count::operations_of_a_step: return "operations of a step";
    case Count::slot_of_a_barrier: return "slot of a barrier";
    case Count::slots_per_trip: return "slots per trip";
    case Count::flip_of_a_parity: return "flip of a parity";
    case Count::bytes_of_an_arrival: return "bytes of an arrival";
    case Count::trips: return "trips";
    case Count::slots_of_a_buffer: return "slots of a buffer";
    case Count::subtiles_of_a_buffer: return "subtiles of a buffer";
    case Count::slots_of_a_barrier: return "slots of a barrier";
    case Count::arrivals_of_a_barrier: return "arrivals of a barrier";
    case Count::waves_of_a_role: return "waves of a role";
    case Count::extra_trips_of_a_role: return "extra trips of a role";
    case Count::places_of_a_buffer: return "places of a buffer";
    case Count::bytes_of_a_buffer: return "bytes of a buffer";
    case Count::places_of_all_barriers: return "places of all barriers";
    case Count::roles: return "roles";
    case Count::waves: return "waves";
    case Count::accumulators: return "accumulators";
    case Count::smallest_trip_count: return "smallest trip count";
    case Count::kernel_trips_of_a_role: return "kernel trips of a role";
    case Count::registers_in_the_pool: return "registers in the pool";
    case Count::k_tiles_of_a_run: return "K tiles of a run";
    case Count::k_tiles_per_trip: return "K tiles per trip";
    case Count::capacity_of_vmcnt: return "capacity of vmcnt";
    case Count::capacity_of_lgkmcnt: return "capacity of lgkmcnt";
    case Count::registers_of_a_step: return "registers of a step";
    case Count::k_tile_of_a_step: return "K tile of a step";
    case Count::version_of_an_access: return "version of an access";
    case Count::side_m: return "m";
    case Count::side_n: return "n";
    case Count::side_k: return "k";
  }
  return "";
}

}  // namespace stretto
