// Why an input is rejected: the rule, the ops involved, the offending value and the limit that it violates.
//
// A Diagnostic is plain data, so that it can leave a constant evaluation and become the template arguments of a compile
// error (mojo/compiler/compile_schedule.hpp) as well as the message of a run-time Error (core/error.hpp).
#pragma once

#include <stretto/core/count.hpp>
#include <stretto/core/platform.hpp>

namespace stretto {

/// Everything that can be rejected. One rule, one enumerator, one text, one test.
enum class Rule : unsigned char {
  none,
  // configuration
  depth_below_one,
  grid_below_one,
  partitions_below_one,
  tile_below_one,
  entries_below_one,
  hint_below_one,
  k_tiles_below_one,
  negative_count,
  count_below_one,
  count_too_large,
  counts_do_not_divide,
  // ops and costs
  empty_body,
  tag_out_of_range,
  missing_cost,
  stage_beyond_depth,
  // dependence graph
  edge_index_out_of_range,
  negative_loop_distance,
  self_loop,
  same_iteration_cycle,
  // accesses
  never_written,
  written_twice,
  duplicate_access,
  sum_in_two_places,
  target_lacks,
  target_has_no_clusters,
  multicast_without_cluster,
  multicast_size,
  multicast_to_itself,
  register_slots,
  persistent_sums,
  older_slot,
  registers_of_another_role,
  // declared loops
  duplicate_name,
  unused_buffer,
  never_read,
  empty_buffer,
  negative_bytes,
  negative_slots,
  too_many_slots,
  negative_parts,
  distance_too_large,
  op_without_accesses,
  load_without_buffer,
  store_without_buffer,
  load_writes_registers,
  load_accumulates,
  store_writes,
  copy_reads_accumulator,
  does_not_apply,
  uneven_bytes,
  no_work,
  negative_operations,
  negative_exponentials,
  negative_cycles,
  latency_too_large,
  work_too_large,
  side_too_large,
  tile_shape,
  tile_split,
  product_missing,
  product_in_shared_memory,
  multiplies_in_registers,
  product_bytes,
  operand_bytes,
  sum_in_shared_memory,
  copy_size,
  accumulator_read,
  roles_not_supported,
  no_such_role,
  no_such_buffer,
  thread_count,
  workgroup_threads,
  group_count,
  groups_with_roles,
  turns_too_long,
  cluster_size,
  fragment_step_count,
  op_without_role,
  role_without_ops,
  role_without_waves,
  role_waves,
  multiplying_waves,
  reads_own_write,
  circular_reads,
  in_place_of_nothing,
  in_place_of_shared,
  in_place_of_tensor_memory,
  replaced_without_reading,
  replaced_twice,
  read_after_replaced,
  plan_is_stale,
  plan_was_edited,
  plan_breaks_constraint,
  // pipelines as constants
  too_many_planned_ops,
  too_many_roles,
  too_many_programs,
  too_many_entries,
  too_many_accesses,
  too_many_buffers,
  too_many_barriers,
  // schedulers
  register_budget,
  no_order_fits_blocks,
  node_budget,
  // block program
  too_many_fragments,
  too_many_loads,
  op_lost,
  explicit_block_count,
  // structural checks
  block_count,
  one_mma_per_block,
  negative_wait,
  first_lgkm_wait,
  loads_per_block,
  fragment_stage,
  no_prefetch,
  no_completion_load,
  staggered_overwrite,
  // encoding
  wait_vm_field,
  wait_lgkm_field,
  shared_memory_exceeded,
  registers_exceeded,
  tensor_memory_exceeded,
  wait_group_field,
  no_such_wait,
  expected_bytes_field,
  // wave programs
  no_waves,
  unknown_tag,
  no_such_place,
  no_contributor,
  never_consumed,
  barrier_counts_differ,
  phase_barrier_use,
  cluster_barrier,
  counter_without_effect,
  access_without_effect,
  only_in_setup,
  one_initialises,
  no_such_workgroup,
  offset_without_bytes,
  persistent_tiles,
  run_period,
  waits_forever,
  waits_before_its_loop,
  no_repeating_state,
  too_many_starts,
  // derived synchronisation
  programs_differ,
  order_cannot_be_fixed,
  // modulo scheduling
  unit_limit_below_one,
  turns_below_one,
  unknown_unit,
  unit_used_twice,
  negative_occupancy,
  interval_below_bound,
  interval_not_a_multiple,
  no_interval,
  storage_exceeds_capacity,
  // verification
  relies_on_latency,
  race,
};

/// A rejection: the rule, its numbers and the location.
struct Diagnostic {
  static constexpr int max_ops = 32;  ///< ops beyond these are counted, but not named

  Rule rule = Rule::none;     ///< none: nothing was rejected
  int value = 0;              ///< the offending number
  int limit = 0;              ///< the limit that it violates
  int entry = -1;             ///< index in the emitted section, when a wait or barrier is at fault
  int section = -1;           ///< that section, if known
  int other_entry = -1;       ///< the entry that it must be ordered with
  int other_section = -1;     ///< the section of that entry, if known
  int buffer = -1;            ///< of a declared loop; a storage of a modulo problem
  int other_buffer = -1;      ///< of a declared loop: the buffer that it conflicts with
  int role = -1;              ///< of a declared loop
  Count count = Count::none;  ///< what the number counts, if the rule does not say it
  bool of_loop = false;       ///< ops, buffer and role are those of a declared loop
  int op_count = 0;           ///< how many of `ops` are set
  int ops[max_ops] = {};      ///< op numbers in the body (for a cycle: in the order of the cycle)

  constexpr Diagnostic() = default;
  /// The rule, the number that violates it, and the limit.
  constexpr Diagnostic(Rule r, int offending, int bound) : rule(r), value(offending), limit(bound) {}

  /// The same for a rule about any count; `what` says which.
  constexpr Diagnostic(Rule r, int offending, int bound, Count what)
      : rule(r), value(offending), limit(bound), count(what) {}

  /// True if something was rejected.
  constexpr explicit operator bool() const { return rule != Rule::none; }

  /// Adds the index in the emitted section.
  constexpr Diagnostic& at_entry(int index) {
    entry = index;
    return *this;
  }

  /// Adds the section of that entry.
  template <class Section>
  constexpr Diagnostic& in_section(Section of_entry) {
    section = static_cast<int>(of_entry);
    return *this;
  }

  /// Adds the entry that the first one must be ordered with.
  template <class Section>
  constexpr Diagnostic& against(Section of_entry, int index) {
    other_section = static_cast<int>(of_entry);
    other_entry = index;
    return *this;
  }

  /// Adds a buffer of a declared loop, or a storage of a modulo problem.
  constexpr Diagnostic& with_buffer(int index) {
    buffer = index;
    return *this;
  }

  /// Adds the buffer that the first one conflicts with.
  constexpr Diagnostic& with_other_buffer(int index) {
    other_buffer = index;
    return *this;
  }

  /// Adds a role of a declared loop.
  constexpr Diagnostic& with_role(int index) {
    role = index;
    return *this;
  }

  /// Adds an op by its number in the body; those beyond `max_ops` are dropped.
  constexpr Diagnostic& with_op(int index) {
    if (op_count < max_ops) ops[op_count++] = index;
    return *this;
  }
};

/// A count with what it counts, for messages.
struct NamedCount {
  Count what;  ///< what is counted
  int value;   ///< how many
};

/// Refuses a count that is not from `lowest`, 0 or 1, to `highest`.
constexpr Diagnostic check_count(const NamedCount& count, int lowest, int highest) {
  if (count.value >= lowest && count.value <= highest) return {};
  if (count.value > highest) return {Rule::count_too_large, count.value, highest, count.what};
  return {lowest == 0 ? Rule::negative_count : Rule::count_below_one, count.value, lowest, count.what};
}

}  // namespace stretto
