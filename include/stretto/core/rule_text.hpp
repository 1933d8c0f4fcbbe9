// What each rule means, and how to comply with it, in words.
#pragma once

#include <stretto/core/diagnostic.hpp>

namespace stretto {

/// The name, meaning and fix of a rule. `describe` adds the op numbers and values.
struct RuleText {
  const char* name;     ///< the enumerator's name
  const char* meaning;  ///< what is wrong
  const char* remedy;   ///< how to fix it
};

/// The text of a rule.
constexpr RuleText rule_text(Rule rule) {
  switch (rule) {
    case Rule::none: return {"none", "no error", ""};
    case Rule::depth_below_one:
      return {"depth_below_one", "the buffer depth is below 1", "use a depth of 1 (single buffer) or more"};
    case Rule::grid_below_one:
      return {"grid_below_one", "the MMA grid has a dimension below 1", "set m_mmas and n_mmas to at least 1"};
    case Rule::partitions_below_one:
      return {"partitions_below_one", "num_partitions is below 1", "set num_partitions to at least 1"};
    case Rule::tile_below_one:
      return {"tile_below_one",
              "a side of the tile, the MMA or the wave layout, the element size or the SIMD width is below 1",
              "set each of them to at least 1"};
    case Rule::entries_below_one:
      return {"entries_below_one", "a load counts as fewer than 1 counter entries",
              "set vm_per_load and lgkm_per_load to at least 1"};
    case Rule::hint_below_one:
      return {"hint_below_one", "a schedule hint that counts MMAs or states an MMA's shape is below 1",
              "set all of the hints' MMA counts and sides to at least 1, or give no hints"};
    case Rule::k_tiles_below_one:
      return {"k_tiles_below_one", "num_k_tiles is below 1", "set num_k_tiles to at least 1"};
    case Rule::negative_count: return {"negative_count", "a count is negative", "use a count of 0 or more"};
    case Rule::count_below_one: return {"count_below_one", "a count is below 1", "use 1 or more"};
    case Rule::count_too_large:
      return {"count_too_large", "a count is larger than the library supports", "use at most the limit"};
    case Rule::counts_do_not_divide:
      return {"counts_do_not_divide",
              "a size is not a multiple of the one that must divide it; value is the size, limit the divisor",
              "choose a tile, wave layout, MMA shape and partition count that divide evenly"};
    case Rule::empty_body: return {"empty_body", "the loop body has no ops", "declare at least one op"};
    case Rule::tag_out_of_range:
      return {"tag_out_of_range", "an op's tag is neither a kernel tag (0 to 127) nor one that the framework defines",
              "use tags 0 to 127 for kernel ops"};
    case Rule::missing_cost:
      return {"missing_cost", "the cost model has no cost for an op; value is its tag",
              "register a cost for its tag in the cost model"};
    case Rule::stage_beyond_depth:
      return {"stage_beyond_depth", "an op uses a buffer stage beyond the depth",
              "use stages 0 to depth - 1, or increase the depth"};
    case Rule::edge_index_out_of_range:
      return {"edge_index_out_of_range", "an edge, a use of a unit or a storage refers to an op that does not exist",
              "use op numbers from 0 to the limit"};
    case Rule::negative_loop_distance:
      return {"negative_loop_distance", "a distance in iterations is negative",
              "use a distance of 0 or more iterations"};
    case Rule::self_loop:
      return {"self_loop", "an op depends on itself within one iteration",
              "give the edge a loop distance of 1 or more"};
    case Rule::same_iteration_cycle:
      return {"same_iteration_cycle", "ops form a dependence cycle within one iteration",
              "give one edge of the cycle a loop distance of 1 or more"};
    case Rule::never_written:
      return {"never_written", "an op reads a version that no op writes", "declare the op that writes it"};
    case Rule::written_twice:
      return {"written_twice", "several ops write a buffer that is not an accumulator; value is the number of writers",
              "give each op a buffer of its own, or let all of them add to one accumulator"};
    case Rule::duplicate_access:
      return {"duplicate_access", "an op writes or accumulates in the same buffer more than once; value is how often",
              "let it write the buffer, once, or accumulate in it, once"};
    case Rule::sum_in_two_places:
      return {"sum_in_two_places", "ops of different roles or kinds add to one accumulator",
              "add in one role, all with multiply or all with compute, or give each role its own accumulator"};
    case Rule::target_lacks:
      return {"target_lacks", "the target has no MMA for the operands' data type",
              "use bf16, or a target that supports the data type"};
    case Rule::target_has_no_clusters:
      return {"target_has_no_clusters",
              "the target does not support clusters of workgroups; value is the requested cluster size",
              "use a cluster of 1, or a target with bulk loads"};
    case Rule::multicast_without_cluster:
      return {
          "multicast_without_cluster",
          "`multicast` is set on an op that is not a load, or in a loop without a cluster; value is the cluster size",
          "give the loop a cluster of 2 or more workgroups, and multicast only loads"};
    case Rule::multicast_size:
      return {"multicast_size",
              "the bytes of a multicast buffer do not divide evenly among the workgroups of the cluster; value is the "
              "bytes, limit the workgroups",
              "choose a tile that the cluster divides"};
    case Rule::multicast_to_itself:
      return {"multicast_to_itself",
              "the role that multicasts a buffer also reads it, and cannot signal the other workgroups",
              "read the buffer in another role"};
    case Rule::register_slots:
      return {"register_slots", "a buffer in registers has more than one slot; value is the slots",
              "declare one buffer per slot: registers cannot be indexed"};
    case Rule::persistent_sums:
      return {"persistent_sums", "a persistent loop keeps its sums in tensor memory, where the next run adds to them",
              "run the loop once per tile without persistence, or read the sums out by hand between runs"};
    case Rule::older_slot:
      return {"older_slot",
              "an op reads a value that later iterations have overwritten; value is the iterations since it was "
              "written, limit those for which its buffer holds it (none in shared memory, one in registers)",
              "read the value in time, or pass it on: an op per iteration copies it to registers of its own"};
    case Rule::registers_of_another_role:
      return {"registers_of_another_role", "an op reads registers that another role writes",
              "pass the data through shared memory, or assign both ops to one role"};
    case Rule::duplicate_name:
      return {"duplicate_name", "two buffers, two ops or two roles of a loop have the same name", "rename one of them"};
    case Rule::unused_buffer:
      return {"unused_buffer", "no op reads or writes a declared buffer", "remove the buffer, or declare its accesses"};
    case Rule::never_read:
      return {"never_read", "no op reads what this op writes into a buffer",
              "declare which ops read it (`reads`); if it is read after the loop, declare it with `accumulator`; "
              "otherwise remove the buffer"};
    case Rule::empty_buffer:
      return {"empty_buffer", "a buffer has no bytes",
              "give the bytes of one version; for a value in the registers of another one, use `in_place_of`"};
    case Rule::negative_bytes:
      return {"negative_bytes", "the bytes of a buffer are negative", "give the bytes of one version"};
    case Rule::negative_slots:
      return {"negative_slots", "the slots of a buffer are negative", "give its slots, or 0 to derive them"};
    case Rule::too_many_slots:
      return {"too_many_slots", "a buffer has more slots than a schedule can hold; value is the slots",
              "give fewer slots, or 0 to derive them"};
    case Rule::negative_parts:
      return {"negative_parts", "the parts of a buffer are negative",
              "give the parts that waves read, or 0 if each wave reads its own"};
    case Rule::distance_too_large:
      return {"distance_too_large",
              "an op reads a version from too many iterations ago; value is the number of iterations",
              "keep the data in a buffer of its own, or read it fewer iterations later"};
    case Rule::op_without_accesses:
      return {"op_without_accesses", "an op neither reads nor writes a buffer",
              "declare what it reads and writes, or remove it"};
    case Rule::load_without_buffer:
      return {"load_without_buffer", "a load writes no buffer in shared memory",
              "declare what it fills (`writes`): a buffer in shared memory"};
    case Rule::store_without_buffer:
      return {"store_without_buffer", "a store reads no buffer in shared memory",
              "declare what it stores (`reads`): a buffer in shared memory"};
    case Rule::load_writes_registers:
      return {"load_writes_registers", "a load writes registers or an accumulator, but it fills shared memory only",
              "load into shared memory, and let the ops that need the data read it there"};
    case Rule::load_accumulates:
      return {"load_accumulates", "a load adds to a buffer, but loads only copy",
              "let a compute op add what was loaded"};
    case Rule::store_writes:
      return {"store_writes", "a store writes or accumulates in a buffer, but it only copies to global memory",
              "let it only read; a compute op writes what later ops read"};
    case Rule::copy_reads_accumulator:
      return {"copy_reads_accumulator",
              "a load or store reads an accumulator, but it copies shared memory, and its addresses are in registers",
              "let a compute op put the values into shared memory, and store that; a sum is stored after the loop"};
    case Rule::does_not_apply:
      return {
          "does_not_apply",
          "a setting does not apply to this op or buffer: m, n, k are for multiplications; operations, exponentials, "
          "takes for compute ops; synchronous for multiplications and stores; parts for shared-memory buffers",
          "remove the setting"};
    case Rule::uneven_bytes:
      return {"uneven_bytes",
              "the bytes of a buffer do not divide evenly: in shared memory among its parts, in registers among the "
              "waves; value is the bytes, limit the parts or waves",
              "choose bytes that they divide, or other parts or threads"};
    case Rule::no_work:
      return {"no_work",
              "an op has no work: no operations, exponentials or cycles, or a side of a multiplication is "
              "below 1",
              "declare the op's work, or remove the op"};
    case Rule::negative_operations:
      return {"negative_operations", "the operations of an op are negative", "use 0 or more operations"};
    case Rule::negative_exponentials:
      return {"negative_exponentials", "the exponentials of an op are negative", "use 0 or more exponentials"};
    case Rule::negative_cycles:
      return {"negative_cycles", "the cycles of `takes` or `lingers` are negative", "use 0 or more cycles"};
    case Rule::latency_too_large:
      return {"latency_too_large",
              "the cycles of `takes` or `lingers` are more than a schedule can hold; value is the "
              "cycles",
              "give the cycles of one iteration"};
    case Rule::work_too_large:
      return {"work_too_large", "an op takes more cycles than a schedule can hold; value is its cycles on the target",
              "declare the work of one iteration of one workgroup"};
    case Rule::side_too_large:
      return {"side_too_large",
              "a side of a multiplication is larger than a workgroup's tile can be; value is the side",
              "declare the tile of one iteration of one workgroup"};
    case Rule::tile_shape:
      return {"tile_shape",
              "a side of a multiplication must be a multiple of the matrix instruction's side, which is the limit",
              "choose m, n and k as multiples of the instruction's sides"};
    case Rule::tile_split:
      return {"tile_split",
              "the waves of a role cannot share a multiplication evenly; value is the number of matrix instructions "
              "that cover its m x n result, limit the waves",
              "choose a larger tile or fewer waves, so that the waves divide the instructions"};
    case Rule::product_missing:
      return {"product_missing", "a multiplication has no result",
              "declare it: the multiplication accumulates in a sum, or writes a product"};
    case Rule::product_in_shared_memory:
      return {"product_in_shared_memory",
              "a multiplication writes shared memory, but matrix instructions write registers or tensor memory only",
              "write the product to registers or an accumulator, and let a compute op put it into shared memory"};
    case Rule::multiplies_in_registers:
      return {"multiplies_in_registers",
              "a multiplication reads or writes registers, but the target multiplies from shared into tensor memory",
              "read shared memory, and write an accumulator, which is in tensor memory"};
    case Rule::product_bytes:
      return {"product_bytes",
              "the result of a multiplication does not fit its buffers; value is their bytes, limit those of m x n "
              "fp32 values",
              "give the result m * n * 4 bytes"};
    case Rule::operand_bytes:
      return {"operand_bytes",
              "a multiplication reads a buffer that holds neither an operand nor a needed piece of one; value is its "
              "bytes, limit those of the operand",
              "give operand A m * k elements and B k * n, each in one buffer or in pieces"};
    case Rule::sum_in_shared_memory:
      return {"sum_in_shared_memory", "an op accumulates in shared memory, where each iteration has a slot of its own",
              "accumulate in an accumulator or in registers"};
    case Rule::copy_size:
      return {"copy_size",
              "the bytes of a load or store are not a multiple of the target's copy size; value is the bytes, limit "
              "that size",
              "pad the buffer to a multiple of the limit"};
    case Rule::accumulator_read:
      return {"accumulator_read", "an op reads a buffer while another op accumulates in it over all iterations",
              "write the partial sum to a buffer of its own, or read the accumulator after the loop"};
    case Rule::roles_not_supported:
      return {"roles_not_supported",
              "the loop declares roles, but all waves of this target run one program; value is the number of roles",
              "remove the roles, or choose a target with bulk loads"};
    case Rule::no_such_role:
      return {"no_such_role",
              "an op names a role that the loop does not declare; value is its number, limit the number of roles",
              "name a role that this loop declares, or none (`by`)"};
    case Rule::no_such_buffer:
      return {"no_such_buffer",
              "an op accesses a buffer that the loop does not declare; value is its number, "
              "limit the number of buffers",
              "use buffers that this loop has returned"};
    case Rule::thread_count:
      return {"thread_count",
              "the loop's threads are not whole waves, or more than a workgroup has; value is the threads, limit those "
              "of a wave (of a warpgroup where warpgroups multiply) or of a workgroup",
              "set threads to a multiple of the wave, up to 1024"};
    case Rule::workgroup_threads:
      return {"workgroup_threads",
              "all roles together have more threads than a workgroup; value is their threads, limit those of a "
              "workgroup. If no roles are declared, the target adds a producer of one wave, and one that multiplies in "
              "tensor memory",
              "use fewer threads, or fewer waves in the role"};
    case Rule::group_count:
      return {"group_count",
              "the loop's waves do not divide evenly among its groups; value is the waves, limit the groups",
              "set groups to a divisor of the waves"};
    case Rule::groups_with_roles:
      return {"groups_with_roles",
              "the loop declares both roles and groups, but only roles that the target chooses take turns; value is "
              "the groups",
              "set groups to 1, or remove the roles"};
    case Rule::turns_too_long:
      return {
          "turns_too_long",
          "the alternating groups need more slots than fit in memory at any initiation interval; value is the groups",
          "use one group, or smaller tiles so that more slots fit"};
    case Rule::cluster_size:
      return {"cluster_size", "the cluster has fewer than 1 or too many workgroups", "set cluster to 1 to 8"};
    case Rule::fragment_step_count:
      return {"fragment_step_count", "a multiplication is split into fewer than 1 or too many fragment steps",
              "set fragment_steps to 1 to 64"};
    case Rule::op_without_role:
      return {"op_without_role", "the loop declares roles, but an op names none",
              "name its role (`by`; \"role\" in a file)"};
    case Rule::role_without_ops:
      return {"role_without_ops", "a declared role executes no op",
              "remove the role, or let ops name it (`by`; \"role\" in a file)"};
    case Rule::role_without_waves:
      return {"role_without_waves", "a declared role has fewer than 1 wave; value is its waves",
              "give the role at least one wave, or remove it"};
    case Rule::role_waves:
      return {
          "role_waves",
          "the waves of the roles that multiply or compute do not match the loop's threads; value is the waves of the "
          "roles, limit those of the threads",
          "make threads and the roles' waves agree"};
    case Rule::multiplying_waves:
      return {
          "multiplying_waves",
          "a role of several waves multiplies in tensor memory, where one wave issues each multiplication; value is "
          "the waves",
          "give the role one wave"};
    case Rule::reads_own_write:
      return {"reads_own_write", "an op reads what it writes itself in the same iteration",
              "read registers of the iteration before (a distance of 1), accumulate, or write a buffer of its own"};
    case Rule::circular_reads:
      return {"circular_reads", "ops of one iteration wait for each other's results in a circle",
              "let one of them read registers of the iteration before (a distance of 1), or split it into two ops"};
    case Rule::in_place_of_nothing:
      return {"in_place_of_nothing",
              "`in_place_of` names a buffer that is not declared yet; value is its number, limit that of the value",
              "declare the value that it replaces first"};
    case Rule::in_place_of_shared:
      return {"in_place_of_shared", "a value in registers is in place of a buffer in shared memory",
              "replace a value in registers, or give the buffer bytes of its own"};
    case Rule::in_place_of_tensor_memory:
      return {"in_place_of_tensor_memory",
              "`in_place_of` involves tensor memory; only values in registers can share their place",
              "give the value a buffer of its own"};
    case Rule::replaced_without_reading:
      return {"replaced_without_reading", "the op that writes a value in place of another one does not read that one",
              "let the op read the value that it replaces, or give the buffer bytes of its own"};
    case Rule::replaced_twice:
      return {"replaced_twice", "two values are in place of the same value",
              "replace the second value, or copy the first"};
    case Rule::read_after_replaced:
      return {"read_after_replaced", "an op reads a value that another op replaces in its registers",
              "read the value that replaces it, or give that one bytes of its own"};
    case Rule::plan_is_stale:
      return {"plan_is_stale", "the plan was made for another loop, target, options or version of the library",
              "write the plan again with `stretto plan`"};
    case Rule::plan_was_edited:
      return {"plan_was_edited", "the plan was edited after `stretto plan` wrote it",
              "write the plan again with `stretto plan`"};
    case Rule::plan_breaks_constraint:
      return {"plan_breaks_constraint",
              "the starts or slots of the plan violate a constraint of the loop on its target",
              "write the plan again with `stretto plan`"};
    case Rule::too_many_planned_ops:
      return {"too_many_planned_ops", "the loop has more ops and releases than a compile-time pipeline can hold",
              "split the loop, or issue fewer and larger operations"};
    case Rule::too_many_roles:
      return {"too_many_roles", "the workgroup has more roles than a compile-time pipeline can hold",
              "declare fewer roles or groups"};
    case Rule::too_many_programs:
      return {"too_many_programs",
              "the pipeline needs more programs for few iterations than a compile-time pipeline can hold",
              "limit the stages, or make the loop persistent"};
    case Rule::too_many_entries:
      return {"too_many_entries", "the programs have more entries than a compile-time schedule or pipeline can hold",
              "limit the stages, make the loop persistent, or declare fewer ops"};
    case Rule::too_many_accesses:
      return {"too_many_accesses", "the programs access more buffers than a compile-time pipeline can hold",
              "limit the stages, make the loop persistent, or declare fewer ops"};
    case Rule::too_many_buffers:
      return {"too_many_buffers",
              "the loop has more buffers on its target, fragments included, than a compile-time pipeline can hold",
              "declare fewer and larger buffers"};
    case Rule::too_many_barriers:
      return {"too_many_barriers", "the pipeline has more phase barriers than a compile-time pipeline can hold",
              "let buffers have the same writer and readers, so that they share barriers"};
    case Rule::register_budget:
      return {"register_budget", "no order keeps the peak register use within max_vgpr", "raise max_vgpr"};
    case Rule::no_order_fits_blocks:
      return {"no_order_fits_blocks",
              "no valid order has at most two fragment loads and two global loads between compute ops",
              "declare fewer loads or fragments per compute op, or raise max_globals"};
    case Rule::node_budget:
      return {"node_budget", "the search reached its node budget before it found an order",
              "raise the node budget, or choose another scheduling strategy"};
    case Rule::too_many_fragments:
      return {"too_many_fragments", "a block would contain more than two fragment loads",
              "place at most two fragment loads before each compute op"};
    case Rule::too_many_loads:
      return {"too_many_loads", "a block would contain more than two global loads",
              "place at most two global loads before each compute op"};
    case Rule::op_lost:
      return {"op_lost", "an op would not be emitted", "place it before a compute op whose block has room for it"};
    case Rule::explicit_block_count:
      return {"explicit_block_count", "build_explicit_blocks returned the wrong number of lists",
              "return one list per block, or none at all"};
    case Rule::block_count:
      return {"block_count",
              "the body's number of blocks differs from the configuration's; value is the body's, limit the "
              "configuration's",
              "make m_mmas * n_mmas * num_partitions equal to the number of compute ops in the body"};
    case Rule::one_mma_per_block:
      return {"one_mma_per_block", "a block does not contain exactly one MMA", "end each block with one compute op"};
    case Rule::negative_wait: return {"negative_wait", "a wait count is negative", "use wait counts of 0 or more"};
    case Rule::first_lgkm_wait:
      return {"first_lgkm_wait", "the lgkm wait of a half's first block exceeds the lgkm cost of that block's loads",
              "lower wait_lgkm_first, or give the first blocks of all halves loads of the same cost"};
    case Rule::loads_per_block:
      return {"loads_per_block", "a block does not have max_globals loads although there are enough for every block",
              "distribute the loads over the blocks, or change max_globals"};
    case Rule::fragment_stage:
      return {"fragment_stage", "a fragment of half h does not read stage h",
              "read the half's own stage, or declare cross_stage_rotation"};
    case Rule::no_prefetch:
      return {"no_prefetch", "no load is a prefetch", "give at least one global load a K offset of k0, k1 or k_next"};
    case Rule::no_completion_load:
      return {"no_completion_load", "a half has no completion load (a load into the other half's stage)",
              "load one subtile of the other stage in each half, or declare cross_stage_rotation"};
    case Rule::staggered_overwrite:
      return {"staggered_overwrite",
              "a prefetch in the middle of a half overwrites a stage that the next block's fragments read",
              "move the load to the end of the half, or set max_globals"};
    case Rule::wait_vm_field:
      return {"wait_vm_field", "a vmcnt wait does not fit the target's field; value is its count",
              "use a smaller count, which waits for more operations; in a Mojo schedule the count comes from "
              "vm_per_load or "
              "wait_vm_last"};
    case Rule::wait_lgkm_field:
      return {"wait_lgkm_field", "an lgkmcnt wait does not fit the target's field; value is its count",
              "use a smaller count, which waits for more operations; in a Mojo schedule the count comes from "
              "lgkm_per_load or "
              "wait_lgkm_first"};
    case Rule::shared_memory_exceeded:
      return {"shared_memory_exceeded", "the slots of all shared buffers exceed the workgroup's shared memory",
              "use fewer slots or smaller tiles"};
    case Rule::registers_exceeded:
      return {"registers_exceeded", "the register buffers exceed a wave's registers", "use smaller tiles"};
    case Rule::tensor_memory_exceeded:
      return {"tensor_memory_exceeded", "the tensor-memory buffers exceed the tensor memory",
              "use fewer slots or smaller tiles, or a target that has tensor memory"};
    case Rule::wait_group_field:
      return {"wait_group_field", "a wait for groups does not fit the instruction's field; value is its count",
              "leave fewer groups pending, or commit several operations as one group"};
    case Rule::no_such_wait:
      return {"no_such_wait", "a step waits for a counter for which no instruction can wait",
              "observe it through a phase barrier: by an asynchronous arrival, or by the bytes reported to it"};
    case Rule::expected_bytes_field:
      return {"expected_bytes_field", "a phase expects more bytes than an mbarrier can count",
              "split the tile over several barriers or phases"};
    case Rule::no_waves:
      return {"no_waves", "a role has no waves, or its wave numbers do not continue those of the previous role",
              "give every role at least one wave, numbered consecutively after the previous role's"};
    case Rule::unknown_tag:
      return {"unknown_tag",
              "an entry's tag is not a framework tag, and neither the entry nor the kernel's ops define its role and "
              "channel",
              "emit only ops of the body, and give each tag one role and one channel"};
    case Rule::no_such_place:
      return {"no_such_place", "an entry accesses a buffer, slot, subtile, accumulator or wave that does not exist",
              "use only slots, subtiles, accumulators and waves that the program declares"};
    case Rule::no_contributor:
      return {"no_contributor", "an entry reads a subtile of shared memory that no wave ever writes",
              "declare the load that writes it"};
    case Rule::never_consumed:
      return {"never_consumed", "no op ever adds to an accumulator; value is the accumulator",
              "declare the compute ops of every accumulator"};
    case Rule::barrier_counts_differ:
      return {"barrier_counts_differ",
              "groups of waves execute different numbers of barriers, so one group waits forever",
              "give every group the same number of barriers, including the extra ones of the stagger"};
    case Rule::phase_barrier_use:
      return {"phase_barrier_use",
              "a step uses a phase barrier that does not exist, or in a way that its kind does not support",
              "arrive at, await and send bytes to mbarriers; arrive at and synchronise at named barriers"};
    case Rule::cluster_barrier:
      return {
          "cluster_barrier",
          "a program has several cluster barriers, or one that does not join all waves in one place of workgroup 0; "
          "value is the arrivals, limit the waves",
          "declare one cluster barrier with one slot and one arrival of each wave"};
    case Rule::counter_without_effect:
      return {"counter_without_effect", "a step names a counter but is not a data step, a wait or an arrival",
              "set the counter of barriers, awaits and hints to none"};
    case Rule::access_without_effect:
      return {"access_without_effect",
              "a step declares an access that its action or counter cannot make: only fetch, move and consume access "
              "buffers; a fetch reads with `any` only; a bulk store writes global memory only; a scalar load writes "
              "registers only; `any` is for reads of fetch and consume",
              "declare the access on the step that makes it"};
    case Rule::only_in_setup:
      return {"only_in_setup", "a step initialises barriers or moves registers outside of the setup",
              "move the step to the setup, which runs once, before the first run"};
    case Rule::one_initialises:
      return {"one_initialises",
              "an array of mbarriers is initialised by several steps, or by a role with several waves",
              "initialise it once, in a role of one wave"};
    case Rule::no_such_workgroup:
      return {"no_such_workgroup",
              "a workgroup has a number that is negative or too large, or a step reaches memory of another workgroup "
              "in a way that no instruction does",
              "number the workgroups of a cluster from 0; reach other workgroups by bulk loads whose barrier is there, "
              "too, by synchronous reads and writes, and by arrivals"};
    case Rule::offset_without_bytes:
      return {"offset_without_bytes", "a buffer has an offset but no bytes, or is not in shared or tensor memory",
              "give the buffer its bytes, or leave the offset out"};
    case Rule::persistent_tiles:
      return {"persistent_tiles", "the K tiles of a persistent program are not a whole number of trips",
              "make the tiles of prologue and epilogue a multiple of the tiles of a trip"};
    case Rule::run_period:
      return {"run_period", "a role's first run is not below its run period; value is the first run, limit the period",
              "use a first run from 0 to run_period - 1, in a persistent program"};
    case Rule::waits_before_its_loop:
      return {"waits_before_its_loop", "a role waits in its prologue until others have left their loop",
              "if the role has no loop of its own, put its steps into the epilogue"};
    case Rule::waits_forever:
      return {"waits_forever", "a role waits for something that never happens",
              "give the barrier or phase that it waits for as many arrivals and bytes as it expects"};
    case Rule::no_repeating_state:
      return {"no_repeating_state", "the state at the loop head does not repeat within the trips examined",
              "advance tiles and slots by the same amount in every trip"};
    case Rule::too_many_starts:
      return {"too_many_starts",
              "a persistent program's runs can start in more distinct states than the verifier explores; value is the "
              "number found",
              "use fewer slots per ring (each slot multiplies the states), or verify a single run"};
    case Rule::programs_differ:
      return {"programs_differ", "a role's steps differ from those of the first role",
              "give all roles the same ops; only the barriers of the stagger may differ"};
    case Rule::order_cannot_be_fixed:
      return {"order_cannot_be_fixed",
              "an op comes before one that must complete first, so no synchronisation can fix the order; op numbers "
              "are positions in the section",
              "move the load after the last read of the data that it overwrites, or the read after its load"};
    case Rule::unit_limit_below_one:
      return {"unit_limit_below_one", "a unit's limit is below 1", "give every unit a limit of 1 or more"};
    case Rule::turns_below_one:
      return {"turns_below_one", "the number of groups that take turns on a unit is below 1", "use turns of 1 or more"};
    case Rule::unknown_unit:
      return {"unknown_unit", "an op uses a unit that does not exist", "use unit numbers from 0 to size - 1"};
    case Rule::unit_used_twice:
      return {"unit_used_twice", "an op uses the same unit twice; value is the unit",
              "declare one use, as long as both together"};
    case Rule::negative_occupancy:
      return {"negative_occupancy", "an op occupies a unit for a negative time", "use an occupancy of 0 or more"};
    case Rule::interval_below_bound:
      return {"interval_below_bound",
              "the requested initiation interval is below the bound of the units and recurrences",
              "request the limit or more, or let the search choose the interval"};
    case Rule::interval_not_a_multiple:
      return {"interval_not_a_multiple",
              "the requested initiation interval is not a multiple of the number of groups that share a unit",
              "request a multiple of the limit"};
    case Rule::no_interval:
      return {"no_interval", "no schedule exists at the initiation interval; value is the largest interval tried",
              "relax the fixed slots, stages or interval"};
    case Rule::storage_exceeds_capacity:
      return {
          "storage_exceeds_capacity",
          "the buffers do not fit their memory at any initiation interval, even with the fewest slots; value is their "
          "bytes, limit those of the memory",
          "use smaller tiles or fewer buffers"};
    case Rule::relies_on_latency:
      return {"relies_on_latency", "only latency prevents a hazard; value is the margin in cycles",
              "add the missing wait or barrier, or opt in with VerificationLevel::latency"};
    case Rule::race:
      return {"race", "the emitted program has a race; value is the number of unordered pairs",
              "add the missing wait or barrier, or use derived synchronisation"};
  }
  return {"?", "", ""};
}

}  // namespace stretto
