// The vocabulary of a loop body: ops, their units, their roles and their costs.
#pragma once

#include <stretto/core/platform.hpp>
#include <stretto/core/section.hpp>

namespace stretto {

/// The unit that an op occupies. MMA and VALU are separate units that run concurrently.
enum class ResourceKind : unsigned char {
  global_mem = 0,  ///< tracked by vmcnt
  lds = 1,         ///< tracked by lgkmcnt
  mma_unit = 2,    ///< matrix unit; one op at a time
  scalar = 3,      ///< waits, barriers, priorities: framework ops
  valu = 4,        ///< vector arithmetic
  none = 255,      ///< no unit; the op has no cost yet
};

/// What an op does in the loop.
enum class OpRole : unsigned char {
  global_load = 0,    ///< loads a tile from global memory, into shared memory or registers
  shared_store = 1,   ///< stores a tile from registers to shared memory
  fragment_load = 2,  ///< loads a fragment from shared memory into registers
  compute = 3,        ///< multiplies fragments (MMA)
  sync = 4,           ///< a barrier or a wait
  fence = 5,          ///< priority or compiler hint; no memory access, no time
  valu_compute = 6,   ///< vector work
  none = 255,         ///< not yet known
};

/// The K tile of a load, relative to the loop's k. In the main loop, k runs one double-iteration ahead of the
/// computation.
enum class KOffsetKind : unsigned char {
  none,    ///< not a load
  k0,      ///< k
  k1,      ///< k + BK
  k_next,  ///< k + 2 BK
  k_prev,  ///< k - BK
};

/// Op tags: 0-127 belong to the kernel author, 128 and up to the framework.
namespace tags {
inline constexpr int first_framework = 128;   ///< smallest framework tag
inline constexpr int barrier = 128;           ///< workgroup barrier
inline constexpr int wait_vm = 129;           ///< waits until at most `wait_value` global loads are in flight
inline constexpr int wait_lgkm = 130;         ///< waits until at most `wait_value` LDS operations are in flight
inline constexpr int set_prio = 131;          ///< sets the wave's priority to `wait_value`
inline constexpr int schedule_barrier = 132;  ///< the compiler must not move instructions across it
/// Asks the compiler to place `wait_value` instructions of one class here.
inline constexpr int sched_group_barrier = 133;
inline constexpr int last_framework = 133;  ///< largest framework tag
inline constexpr int none = 255;            ///< no op
}  // namespace tags

/// Instruction classes of sched_group_barrier.
enum class InstructionClass : unsigned char {
  lds_read = 0,     ///< fragment reads
  lds_write = 1,    ///< stores to shared memory
  global_read = 2,  ///< loads from global memory
  mma = 3,          ///< matrix instructions
};

/// The cost of an op on a target.
struct OpCost {
  ResourceKind resource = ResourceKind::none;  ///< unit that it occupies
  int latency = 0;                             ///< issue to result, in the target's weights or cycles
  OpRole role = OpRole::none;                  ///< role in the loop
  int vgpr_def = 0;                            ///< registers that become live
  int vgpr_kill = 0;                           ///< registers that become free

  friend constexpr bool operator==(const OpCost&, const OpCost&) = default;
};

/// One op of a loop body: its identity, the part of a buffer that it accesses, and its costs.
struct OpDesc {
  int tag = tags::none;                        ///< 0-127: kernel; for framework tags see `tags`
  int stage = 0;                               ///< buffer slot; for a compute op, its row in the grid
  int subtile = 0;                             ///< part of the tile; for a compute op, its column in the grid
  KOffsetKind k_offset = KOffsetKind::none;    ///< K tile of a load
  int vm_cost = 0;                             ///< vmcnt increments
  int lgkm_cost = 0;                           ///< lgkmcnt increments
  int wait_value = 0;                          ///< framework op: count or priority
  ResourceKind resource = ResourceKind::none;  ///< unit that it occupies
  int latency = 0;                             ///< issue to result, in the target's weights or cycles
  OpRole role = OpRole::none;                  ///< role in the loop
  int channel = -1;                            ///< operand: 0 = A, 1 = B, -1 = neither
  int vgpr_def = 0;                            ///< registers that become live
  int vgpr_kill = 0;                           ///< registers that become free

  friend constexpr bool operator==(const OpDesc&, const OpDesc&) = default;

  /// A kernel op with tag and buffer metadata only. `annotate_ops` adds the target's costs.
  static constexpr OpDesc logical_op(int tag, int stage = 0, int subtile = 0, int channel = -1,
                                     KOffsetKind k_offset = KOffsetKind::none) {
    OpDesc op;
    op.tag = tag;
    op.stage = stage;
    op.subtile = subtile;
    op.channel = channel;
    op.k_offset = k_offset;
    return op;
  }

  /// A workgroup barrier.
  static constexpr OpDesc barrier() { return framework(tags::barrier, OpRole::sync); }
  /// Waits until at most `count` global loads of the wave are in flight (vmcnt).
  static constexpr OpDesc wait_vm(int count) { return framework(tags::wait_vm, OpRole::sync, count); }
  /// Waits until at most `count` LDS operations of the wave are in flight (lgkmcnt).
  static constexpr OpDesc wait_lgkm(int count) { return framework(tags::wait_lgkm, OpRole::sync, count); }
  /// Sets the wave's priority.
  static constexpr OpDesc set_prio(int priority) { return framework(tags::set_prio, OpRole::fence, priority); }
  /// The compiler must not move instructions across this.
  static constexpr OpDesc schedule_barrier() { return framework(tags::schedule_barrier, OpRole::fence); }
  /// No op: `present()` is false.
  static constexpr OpDesc none() { return {}; }

  /// Asks the compiler to place `count` instructions of a class here.
  static constexpr OpDesc sched_group_barrier(InstructionClass instruction_class, int count) {
    OpDesc op = framework(tags::sched_group_barrier, OpRole::fence, count);
    op.subtile = static_cast<int>(instruction_class);
    return op;
  }

  /// Sets unit, latency, role and register counts of the op.
  constexpr void set_cost(const OpCost& cost) {
    resource = cost.resource;
    latency = cost.latency;
    role = cost.role;
    vgpr_def = cost.vgpr_def;
    vgpr_kill = cost.vgpr_kill;
  }

  /// False for `none()`.
  STRETTO_HOST_DEVICE constexpr bool present() const { return tag != tags::none; }
  /// True for a kernel op (tags 0-127).
  STRETTO_HOST_DEVICE constexpr bool is_kernel_op() const { return tag >= 0 && tag < tags::first_framework; }

  /// True for a load that fetches data for a later iteration. A k_prev load completes the preceding tile and is no
  /// prefetch.
  STRETTO_HOST_DEVICE constexpr bool is_prefetch() const {
    return role == OpRole::global_load && k_offset != KOffsetKind::k_prev && k_offset != KOffsetKind::none;
  }

 private:
  static constexpr OpDesc framework(int tag, OpRole role, int wait_value = 0) {
    OpDesc op;
    op.tag = tag;
    op.resource = ResourceKind::scalar;
    op.role = role;
    op.wait_value = wait_value;
    return op;
  }
};

/// One entry of an emitted section.
struct ScheduleEntry {
  OpDesc op;                          ///< the op to execute
  int time_slot = 0;                  ///< position in the section, from 0
  Section section = Section::kernel;  ///< section of the entry
  bool is_prefetch = false;           ///< execute only if there is a next iteration

  friend constexpr bool operator==(const ScheduleEntry&, const ScheduleEntry&) = default;
};

}  // namespace stretto
