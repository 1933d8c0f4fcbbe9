// check_loop: checks that the target can run a declared loop. Each mistake has its own rule, and the refusal names the
// op, the buffer and the role.
#pragma once

#include <stretto/core/limits.hpp>
#include <stretto/pipeline/assign_roles.hpp>
#include <stretto/pipeline/check_multiplication.hpp>
#include <stretto/pipeline/loop.hpp>

namespace stretto::detail {

inline constexpr long max_op_cycles = 1L << 20;  // most cycles of one op, so that sums over an iteration fit

constexpr bool same_name(const char* x, const char* y) {
  while (*x != '\0' && *x == *y) ++x, ++y;
  return *x == *y;
}

/// Is this accumulator in tensor memory? Only multiplications add there; the lanes add in registers.
constexpr bool in_tensor_memory(const Loop& loop, const Gpu& gpu, int buffer) {
  if (gpu.multiplies != MmaKind::tensor_memory || loop.buffers[buffer].space != LoopSpace::accumulator) return false;
  for (const LoopAccess& access : loop.accesses) {
    const bool result = access.buffer == buffer && access.mode != LoopMode::read;
    if (result && loop.ops[access.op].kind == WorkKind::multiply) return true;
  }
  return false;
}

/// Does the accumulator hold a sum over iterations? Otherwise an op reads it in the iteration that writes it, and each
/// iteration has a value of its own, as in any other buffer. A value in place of another one is what that one is.
constexpr bool is_sum(const Loop& loop, int buffer) {
  while (loop.buffers[buffer].in_place_of >= 0) buffer = loop.buffers[buffer].in_place_of;
  if (loop.buffers[buffer].space != LoopSpace::accumulator) return false;
  bool read = false;
  for (const LoopAccess& access : loop.accesses) {
    if (access.buffer != buffer) continue;
    if (access.mode == LoopMode::accumulate) return true;
    read = read || (access.mode == LoopMode::read && access.distance == 0);
  }
  return !read;
}

/// A multicast op must be a load in a loop with a cluster, and its bytes must divide evenly among the workgroups.
constexpr Diagnostic check_cluster(const Loop& loop, const Gpu& gpu) {
  if (loop.cluster < 1) return {Rule::cluster_size, loop.cluster, 1};
  if (loop.cluster > max_cluster) return {Rule::cluster_size, loop.cluster, max_cluster};
  if (loop.cluster > 1 && gpu.copies != CopyKind::bulk) return {Rule::target_has_no_clusters, loop.cluster, 1};
  for (int i = 0; i < loop.ops.size(); ++i) {
    if (!loop.ops[i].multicast) continue;
    if (loop.ops[i].kind != WorkKind::load || loop.cluster == 1) {
      return Diagnostic(Rule::multicast_without_cluster, loop.cluster, 2).with_op(i);
    }
    for (const LoopAccess& access : loop.accesses) {
      const int bytes = loop.buffers[access.buffer].bytes;
      if (access.op == i && access.mode == LoopMode::write && bytes % loop.cluster != 0) {
        return Diagnostic(Rule::multicast_size, bytes, loop.cluster).with_op(i).with_buffer(access.buffer);
      }
    }
  }
  return {};
}

class LoopChecks {
 public:
  constexpr LoopChecks(const Loop& loop, const Gpu& gpu) : loop_(loop), gpu_(gpu) {}

  constexpr Diagnostic run() const {
    if (loop_.ops.empty()) return {Rule::empty_body, 0, 0};
    if (const Diagnostic error = check_counts()) return error;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer >= 0 && access.buffer < loop_.buffers.size()) continue;
      return Diagnostic(Rule::no_such_buffer, access.buffer, loop_.buffers.size()).with_op(access.op);
    }
    if (const Diagnostic error = check_cluster(loop_, gpu_)) return error;
    if (const Diagnostic error = check_names()) return error;
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      if (Diagnostic error = check_buffer(b)) return error.with_buffer(b);
    }
    for (int i = 0; i < loop_.ops.size(); ++i) {
      if (Diagnostic error = check_op(i)) return error.with_op(i);
    }
    for (const LoopAccess& access : loop_.accesses) {
      if (Diagnostic error = check_access(access)) return error.with_op(access.op).with_buffer(access.buffer);
    }
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      if (!is_used(b)) return Diagnostic(Rule::unused_buffer, 0, 0).with_buffer(b);
      if (Diagnostic error = check_in_place(b)) return error.with_buffer(b);
      if (Diagnostic error = check_chain(b)) return error.with_buffer(b);
    }
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      if (Diagnostic error = check_read(b)) return error.with_buffer(b);
    }
    if (const Diagnostic error = check_roles(loop_, gpu_)) return error;
    for (int i = 0; i < loop_.ops.size(); ++i) {
      if (loop_.ops[i].kind != WorkKind::multiply) continue;
      if (Diagnostic error = MultiplicationCheck(loop_, gpu_, i).run()) return error.with_op(i);
    }
    for (int b = 0; b < loop_.buffers.size(); ++b) {
      if (Diagnostic error = check_size(b)) return error.with_buffer(b);
    }
    return {};
  }

 private:
  [[nodiscard]] constexpr Diagnostic check_counts() const {
    if (loop_.threads < gpu_.wave_lanes || loop_.threads % gpu_.wave_lanes != 0) {
      return {Rule::thread_count, loop_.threads, gpu_.wave_lanes};
    }
    if (loop_.threads > max_threads) return {Rule::thread_count, loop_.threads, max_threads};
    if (loop_.groups < 1 || loop_.threads / gpu_.wave_lanes % loop_.groups != 0) {
      return {Rule::group_count, loop_.threads / gpu_.wave_lanes, loop_.groups};
    }
    if (loop_.fragment_steps < 1) return {Rule::fragment_step_count, loop_.fragment_steps, 1};
    if (loop_.fragment_steps <= max_fragment_steps) return {};
    return {Rule::fragment_step_count, loop_.fragment_steps, max_fragment_steps};
  }

  template <class Named>
  static constexpr int duplicate(const Vector<Named>& list) {
    for (int i = 0; i < list.size(); ++i) {
      for (int j = 0; j < i; ++j) {
        if (same_name(list[i].name, list[j].name)) return i;
      }
    }
    return -1;
  }
  [[nodiscard]] constexpr Diagnostic check_names() const {
    const int buffer = duplicate(loop_.buffers);
    if (buffer >= 0) return Diagnostic(Rule::duplicate_name, 0, 0).with_buffer(buffer);
    const int op = duplicate(loop_.ops);
    if (op >= 0) return Diagnostic(Rule::duplicate_name, 0, 0).with_op(op);
    const int role = duplicate(loop_.roles);
    if (role >= 0) return Diagnostic(Rule::duplicate_name, 0, 0).with_role(role);
    return {};
  }

  [[nodiscard]] constexpr Diagnostic check_buffer(int b) const {
    const LoopBuffer& buffer = loop_.buffers[b];
    if (buffer.bytes < 0) return {Rule::negative_bytes, buffer.bytes, 0};
    if (buffer.slots < 0) return {Rule::negative_slots, buffer.slots, 0};
    if (buffer.parts < 0) return {Rule::negative_parts, buffer.parts, 0};
    if (buffer.slots > max_slots) return {Rule::too_many_slots, buffer.slots, max_slots};
    if (buffer.bytes == 0 && buffer.in_place_of < 0) return {Rule::empty_buffer, 0, 1};
    if (buffer.space == LoopSpace::shared) return {};
    const bool has_slots = in_tensor_memory(loop_, gpu_, b) && !is_sum(loop_, b);
    if (buffer.slots > 1 && !has_slots) return {Rule::register_slots, buffer.slots, 1};
    if (buffer.parts != 1) return {Rule::does_not_apply, 0, 0};
    return {};
  }

  /// A version fits the memory and divides among the parts that waves read, or among the waves that hold it.
  [[nodiscard]] constexpr Diagnostic check_size(int b) const {
    const LoopBuffer& buffer = loop_.buffers[b];
    const bool shared = buffer.space == LoopSpace::shared;
    const long capacity = gpu_.limits.shared_bytes;
    if (shared && buffer.bytes > capacity) return {Rule::storage_exceeds_capacity, buffer.bytes, saturated(capacity)};
    if (in_tensor_memory(loop_, gpu_, b)) return {};
    const int pieces = shared ? buffer.parts : waves_that_hold(b);
    if (pieces > 0 && buffer.bytes % pieces != 0) return {Rule::uneven_bytes, buffer.bytes, pieces};
    return {};
  }

  /// Registers belong to the waves of one role.
  [[nodiscard]] constexpr int waves_that_hold(int b) const {
    for (const LoopAccess& access : loop_.accesses) {
      const int role = loop_.ops[access.op].role;
      if (access.buffer == b && role >= 0) return loop_.roles[role].waves;
    }
    return loop_.threads / gpu_.wave_lanes;
  }

  [[nodiscard]] constexpr Diagnostic check_op(int i) const {
    if (const Diagnostic error = check_work(i)) return error;
    bool accesses = false;
    bool results = false;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op != i) continue;
      accesses = true;
      results = results || access.mode != LoopMode::read;
    }
    if (!accesses) return {Rule::op_without_accesses, 0, 0};
    if (!results && loop_.ops[i].kind == WorkKind::multiply) return {Rule::product_missing, 0, 0};
    return {};
  }

  [[nodiscard]] constexpr Diagnostic check_work(int i) const {
    const LoopOp& op = loop_.ops[i];
    if (op.lingers < 0) return {Rule::negative_cycles, op.lingers, 0};
    if (op.role < -1 || op.role >= loop_.roles.size()) return {Rule::no_such_role, op.role, loop_.roles.size()};
    for (const int cycles : {op.lingers, op.dependent}) {
      if (cycles > max_op_cycles) return {Rule::latency_too_large, cycles, static_cast<int>(max_op_cycles)};
    }
    // Without a tag of its own, an op has its number, however many ops there are.
    if (op.tag < 0 || (op.tag > max_tag && op.tag != i)) return {Rule::tag_out_of_range, op.tag, max_tag};
    if (!applies(op)) return {Rule::does_not_apply, 0, 0};
    switch (op.kind) {
      case WorkKind::load:
      case WorkKind::store: return check_copy(i);
      case WorkKind::multiply: return check_multiply(op);
      case WorkKind::compute: return check_compute(op);
    }
    return {};
  }

  /// Does the op have only what ops of its kind have?
  static constexpr bool applies(const LoopOp& op) {
    const bool multiplies = op.kind == WorkKind::multiply;
    if (op.waited && !multiplies && op.kind != WorkKind::store) return false;
    if (!multiplies && (op.m != 0 || op.n != 0 || op.k != 0)) return false;
    return op.kind == WorkKind::compute || (op.operations == 0 && op.exponentials == 0 && op.dependent == 0);
  }

  /// A load writes shared memory and nothing else, a store reads it and writes no buffer. The registers that they read
  /// hold addresses.
  [[nodiscard]] constexpr Diagnostic check_copied(const LoopAccess& access) const {
    const bool load = loop_.ops[access.op].kind == WorkKind::load;
    const LoopSpace space = loop_.buffers[access.buffer].space;
    if (access.mode == LoopMode::read) {
      return {space == LoopSpace::accumulator ? Rule::copy_reads_accumulator : Rule::none, 0, 0};
    }
    if (!load) return {Rule::store_writes, 0, 0};
    if (access.mode == LoopMode::accumulate) return {Rule::load_accumulates, 0, 0};
    return {space == LoopSpace::shared ? Rule::none : Rule::load_writes_registers, 0, 0};
  }

  [[nodiscard]] constexpr Diagnostic check_copy(int i) const {
    const LoopMode mode = loop_.ops[i].kind == WorkKind::load ? LoopMode::write : LoopMode::read;
    // A bulk copy moves a multiple of 16 bytes, a lane's own copy a multiple of 4.
    const int unit = gpu_.copies == CopyKind::bulk ? 16 : 4;
    long moved = 0;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op != i) continue;
      if (Diagnostic error = check_copied(access)) return error.with_buffer(access.buffer);
      const LoopBuffer& buffer = loop_.buffers[access.buffer];
      if (access.mode != mode || buffer.space != LoopSpace::shared) continue;
      if (buffer.bytes % unit != 0) return Diagnostic(Rule::copy_size, buffer.bytes, unit).with_buffer(access.buffer);
      moved += buffer.bytes;
    }
    if (moved == 0) return {mode == LoopMode::write ? Rule::load_without_buffer : Rule::store_without_buffer, 0, 0};
    return limited(moved, gpu_.global_per_cycle);
  }

  [[nodiscard]] constexpr Diagnostic check_multiply(const LoopOp& op) const {
    const NamedCount sides[] = {{Count::side_m, op.m}, {Count::side_n, op.n}, {Count::side_k, op.k}};
    for (const NamedCount& side : sides) {
      if (side.value < 1) return {Rule::no_work, side.value, 1, side.what};
      if (side.value > max_extent) return {Rule::side_too_large, side.value, max_extent, side.what};
    }
    if (gpu_.flops(op.type) == 0) return {Rule::target_lacks, 0, 0};
    const int steps[] = {gpu_.mma_rows, gpu_.mma_columns, gpu_.mma_k_bytes / bytes_of(op.type)};
    for (int s = 0; s < 3; ++s) {
      if (sides[s].value % steps[s] != 0) return {Rule::tile_shape, sides[s].value, steps[s], sides[s].what};
    }
    return limited(2L * op.m * op.n * op.k, gpu_.flops(op.type));
  }

  [[nodiscard]] constexpr Diagnostic check_compute(const LoopOp& op) const {
    if (op.operations < 0) return {Rule::negative_operations, saturated(op.operations), 0};
    if (op.exponentials < 0) return {Rule::negative_exponentials, saturated(op.exponentials), 0};
    if (op.dependent < 0) return {Rule::negative_cycles, op.dependent, 0};
    if (op.operations == 0 && op.exponentials == 0 && op.dependent == 0) return {Rule::no_work, 0, 0};
    if (const Diagnostic error = limited(op.operations, gpu_.lane_operations)) return error;
    return limited(op.exponentials, gpu_.exponentials);
  }

  static constexpr Diagnostic limited(long amount, long per_cycle) {
    if (per_cycle <= 0 || amount / per_cycle <= max_op_cycles) return {};
    return {Rule::work_too_large, saturated(amount / per_cycle), static_cast<int>(max_op_cycles)};
  }

  [[nodiscard]] constexpr Diagnostic check_access(const LoopAccess& access) const {
    const LoopSpace space = loop_.buffers[access.buffer].space;
    if (space == LoopSpace::shared && access.mode == LoopMode::accumulate) return {Rule::sum_in_shared_memory, 0, 0};
    if (space == LoopSpace::shared && access.mode == LoopMode::write &&
        loop_.ops[access.op].kind == WorkKind::multiply) {
      return {Rule::product_in_shared_memory, 0, 0};
    }
    if (access.distance < 0) return {Rule::negative_loop_distance, access.distance, 0};
    if (access.distance > max_distance) return {Rule::distance_too_large, access.distance, max_distance};
    if (access.distance > 0 && space == LoopSpace::shared) return {Rule::older_slot, access.distance, 0};
    int writers = 0;
    int own_results = 0;
    bool accumulated = false;
    bool own_write = false;
    for (const LoopAccess& other : loop_.accesses) {
      if (other.buffer != access.buffer || other.mode == LoopMode::read) continue;
      ++writers;
      own_results += other.op == access.op ? 1 : 0;
      accumulated = accumulated || other.mode == LoopMode::accumulate;
      own_write = own_write || (other.op == access.op && other.mode == LoopMode::write);
    }
    if (writers == 0) return {Rule::never_written, 0, 0};
    if (own_results > 1) return {Rule::duplicate_access, own_results, 1};
    if (writers > 1 && space != LoopSpace::accumulator) return {Rule::written_twice, writers, 1};
    if (access.mode != LoopMode::read) return {};
    if (accumulated) return {Rule::accumulator_read, 0, 0};
    if (own_write && access.distance == 0) return {Rule::reads_own_write, 0, 0};
    return {};
  }

  /// Some op reads what an op writes; a sum is read after the loop. Otherwise nothing keeps the next version from
  /// overwriting this one: an op that does use it, without saying so, would read what comes later.
  [[nodiscard]] constexpr Diagnostic check_read(int b) const {
    if (loop_.buffers[b].space == LoopSpace::accumulator) return {};
    int writer = -1;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer != b) continue;
      if (access.mode != LoopMode::write) return {};
      writer = access.op;
    }
    return Diagnostic(Rule::never_read, 0, 0).with_op(writer);
  }

  /// The op that writes a value in place reads the value that it replaces, and no other op reads that one.
  [[nodiscard]] constexpr Diagnostic check_in_place(int b) const {
    const int base = loop_.buffers[b].in_place_of;
    if (base < 0) return {};
    if (base >= b) return {Rule::in_place_of_nothing, base, b};
    if (loop_.buffers[base].space == LoopSpace::shared)
      return Diagnostic(Rule::in_place_of_shared, 0, 0).with_other_buffer(base);
    for (int other = 0; other < b; ++other) {
      if (loop_.buffers[other].in_place_of == base) {
        return Diagnostic(Rule::replaced_twice, 0, 0).with_other_buffer(other);
      }
    }
    int replacer = -1;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer == b && access.mode != LoopMode::read) replacer = access.op;
    }
    bool reads = false;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer != base || access.mode != LoopMode::read) continue;
      reads = reads || access.op == replacer;
      if (access.op != replacer) {
        return Diagnostic(Rule::read_after_replaced, 0, 0).with_op(access.op).with_other_buffer(base);
      }
    }
    if (!reads) return Diagnostic(Rule::replaced_without_reading, 0, 0).with_op(replacer).with_other_buffer(base);
    return {};
  }

  /// Ops that accumulate in one buffer do so in one role, and either all on the tensor cores or all on the lanes.
  [[nodiscard]] constexpr Diagnostic check_chain(int b) const {
    int before = -1;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer != b || access.mode == LoopMode::read) continue;
      const LoopOp& op = loop_.ops[access.op];
      if (before >= 0) {
        if (access.mode != LoopMode::accumulate) return Diagnostic(Rule::written_twice, 2, 1).with_op(access.op);
        const bool together = op.kind == loop_.ops[before].kind && op.role == loop_.ops[before].role;
        if (!together) return Diagnostic(Rule::sum_in_two_places, 0, 0).with_op(before).with_op(access.op);
      }
      before = access.op;
    }
    return {};
  }

  [[nodiscard]] constexpr bool is_used(int buffer) const {
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer == buffer) return true;
    }
    return false;
  }

  const Loop& loop_;
  const Gpu& gpu_;
};

constexpr Diagnostic check_loop(const Loop& loop, const Gpu& gpu) {
  Diagnostic error = LoopChecks(loop, gpu).run();
  error.of_loop = static_cast<bool>(error);
  return error;
}

/// A sum, and a value in registers, is held until the next iteration overwrites it. (Tensor memory has slots for
/// other values.) Through values in place of others, a read can reach further back than it says.
constexpr Diagnostic check_distances(const TargetLoop& loop) {
  for (const TargetAccess& access : loop.accesses) {
    const TargetBuffer& buffer = loop.buffers[access.buffer];
    if (access.mode != AccessMode::read || access.distance <= 1) continue;
    if (!buffer.sum && buffer.space != Space::registers) continue;
    return Diagnostic(Rule::older_slot, access.distance, 1).with_op(access.op).with_buffer(access.buffer);
  }
  return {};
}

/// What the target makes of a loop that `check_loop` accepts: only values in registers replace each other, registers
/// belong to one role and are read in time, a multicast goes to another role than its issuer, and the sums fit the
/// registers and the tensor memory. Ops and buffers are those of the target loop.
constexpr Diagnostic check_target_loop(const TargetLoop& loop) {
  if (const Diagnostic error = check_distances(loop)) return error;
  for (const TargetAccess& access : loop.accesses) {
    if (loop.ops[access.op].counter != Counter::tensor) continue;
    if (loop.buffers[access.buffer].space != Space::registers) continue;
    return Diagnostic(Rule::multiplies_in_registers, 0, 0).with_op(access.op).with_buffer(access.buffer);
  }
  for (int b = 0; b < loop.buffers.size(); ++b) {
    const int base = loop.buffers[b].in_place_of;
    if (base < 0) continue;
    if (loop.buffers[b].space != Space::tensor && loop.buffers[base].space != Space::tensor) continue;
    return Diagnostic(Rule::in_place_of_tensor_memory, 0, 0)
        .with_op(loop.writer(b))
        .with_buffer(b)
        .with_other_buffer(base);
  }
  for (const TargetAccess& access : loop.accesses) {
    const int writer = loop.writer(access.buffer);
    if (loop.buffers[access.buffer].space != Space::registers || writer < 0) continue;
    if (loop.ops[access.op].role != loop.ops[writer].role) {
      return Diagnostic(Rule::registers_of_another_role, 0, 0).with_op(access.op).with_buffer(access.buffer);
    }
  }
  for (const TargetAccess& access : loop.accesses) {
    const bool reads = access.mode == AccessMode::read && loop.multicast(access.buffer);
    if (reads && loop.ops[access.op].role == loop.ops[loop.writer(access.buffer)].role) {
      return Diagnostic(Rule::multicast_to_itself, 0, 0).with_op(access.op).with_buffer(access.buffer);
    }
  }
  for (const Space space : {Space::registers, Space::tensor}) {
    long sums = 0;
    int largest = -1;
    for (int b = 0; b < loop.buffers.size(); ++b) {
      if (!loop.buffers[b].sum || loop.buffers[b].space != space) continue;
      sums += loop.buffers[b].bytes;
      if (largest < 0 || loop.buffers[b].bytes > loop.buffers[largest].bytes) largest = b;
    }
    const bool tensor = space == Space::tensor;
    const long capacity = tensor ? loop.gpu.limits.tensor_bytes : loop.register_bytes;
    if (sums <= capacity) continue;
    const Rule rule = tensor ? Rule::tensor_memory_exceeded : Rule::registers_exceeded;
    return Diagnostic(rule, saturated(sums), saturated(capacity)).with_buffer(largest);
  }
  return {};
}

}  // namespace stretto::detail
