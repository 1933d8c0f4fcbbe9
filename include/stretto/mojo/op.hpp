// The vocabulary of a loop body: what an op is, which unit it uses, what it stands for.
#pragma once

#include <stretto/core/platform.hpp>
#include <stretto/core/section.hpp>

namespace stretto {

/// The unit an op occupies. MMA and VALU are separate units that run at the same time.
enum class ResourceKind : unsigned char {
  global_mem = 0,  ///< tracked by vmcnt
  lds = 1,         ///< tracked by lgkmcnt
  mma_unit = 2,    ///< the matrix unit; one op at a time
  scalar = 3,      ///< waits, barriers, priorities: ops of the framework
  valu = 4,        ///< vector arithmetic on the lanes
  none = 255,      ///< no unit: the op has no cost yet
};

/// What an op does in the loop.
enum class OpRole : unsigned char {
  global_load = 0,    ///< brings a tile from global memory, to shared memory or to registers
  shared_store = 1,   ///< writes a tile from registers to shared memory
  fragment_load = 2,  ///< reads a fragment from shared memory into registers
  compute = 3,        ///< multiplies fragments (MMA)
  sync = 4,           ///< a barrier or a wait
  fence = 5,          ///< a priority or a hint to the compiler: no memory, no time
  valu_compute = 6,   ///< computes on the lanes
  none = 255,         ///< not known yet
};

/// Which K tile a load brings, relative to the loop's k. In the main loop k runs one double-iteration ahead of what is
/// being computed.
enum class KOffsetKind : unsigned char {
  none,    ///< no load
  k0,      ///< k
  k1,      ///< k + BK
  k_next,  ///< k + 2 BK
  k_prev,  ///< k - BK
};

/// Op tags: 0-127 belong to the kernel author, 128 and up to the framework.
namespace tags {
inline constexpr int first_framework = 128;   ///< the smallest tag of the framework
inline constexpr int barrier = 128;           ///< every wave of the workgroup meets here
inline constexpr int wait_vm = 129;           ///< until at most `wait_value` global loads are in flight
inline constexpr int wait_lgkm = 130;         ///< until at most `wait_value` LDS operations are in flight
inline constexpr int set_prio = 131;          ///< the wave's priority becomes `wait_value`
inline constexpr int schedule_barrier = 132;  ///< the compiler may move nothing across
/// The compiler is to place `wait_value` instructions of one class here.
inline constexpr int sched_group_barrier = 133;
inline constexpr int last_framework = 133;  ///< the greatest tag of the framework
inline constexpr int none = 255;            ///< no op
}  // namespace tags

/// Instruction classes of sched_group_barrier.
enum class InstructionClass : unsigned char {
  lds_read = 0,     ///< fragment reads
  lds_write = 1,    ///< stores to shared memory
  global_read = 2,  ///< loads from global memory
  mma = 3,          ///< matrix instructions
};

/// The mask that the AMD compiler's sched_group_barrier builtin takes for a class.
STRETTO_HOST_DEVICE constexpr int sched_group_mask(int instruction_class) {
  constexpr int masks[] = {0x100, 0x200, 0x20, 0x8};
  return masks[instruction_class];
}

/// What an op costs on a target.
struct OpCost {
  ResourceKind resource = ResourceKind::none;  ///< the unit that it occupies
  int latency = 0;                             ///< from issue to result, in the target's weights or cycles
  OpRole role = OpRole::none;                  ///< what it does in the loop
  int vgpr_def = 0;                            ///< registers that become live with it
  int vgpr_kill = 0;                           ///< registers that are free after it

  friend constexpr bool operator==(const OpCost&, const OpCost&) = default;
};

/// One op of a loop body: what it is, which part of which buffer it touches, and what it costs.
struct OpDesc {
  int tag = tags::none;                        ///< 0-127: the kernel's own; see `tags` for the framework's
  int stage = 0;                               ///< buffer stage; of a compute op, the row of its grid
  int subtile = 0;                             ///< part of the stage; of a compute op, the column of its grid
  KOffsetKind k_offset = KOffsetKind::none;    ///< of a load: which K tile it brings
  int vm_cost = 0;                             ///< what it adds to vmcnt
  int lgkm_cost = 0;                           ///< what it adds to lgkmcnt
  int wait_value = 0;                          ///< of a framework op: the count, or the priority
  ResourceKind resource = ResourceKind::none;  ///< the unit that it occupies
  int latency = 0;                             ///< from issue to result, in the target's weights or cycles
  OpRole role = OpRole::none;                  ///< what it does in the loop
  int channel = -1;                            ///< 0 = A, 1 = B
  int vgpr_def = 0;                            ///< registers that become live with it
  int vgpr_kill = 0;                           ///< registers that are free after it

  friend constexpr bool operator==(const OpDesc&, const OpDesc&) = default;

  /// An op of the kernel, tag and buffer metadata only; `annotate_ops` adds the target's costs.
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

  /// An op of the kernel with its costs.
  static constexpr OpDesc kernel_op(int tag, const OpCost& cost, int stage = 0, int subtile = 0, int channel = -1,
                                    KOffsetKind k_offset = KOffsetKind::none) {
    OpDesc op = logical_op(tag, stage, subtile, channel, k_offset);
    op.set_cost(cost);
    return op;
  }

  /// Every wave of the workgroup meets here.
  static constexpr OpDesc barrier() { return framework(tags::barrier, OpRole::sync); }
  /// Waits until at most `count` global loads of the wave are in flight (vmcnt).
  static constexpr OpDesc wait_vm(int count) { return framework(tags::wait_vm, OpRole::sync, count); }
  /// Waits until at most `count` LDS operations of the wave are in flight (lgkmcnt).
  static constexpr OpDesc wait_lgkm(int count) { return framework(tags::wait_lgkm, OpRole::sync, count); }
  /// Sets the wave's priority.
  static constexpr OpDesc set_prio(int priority) { return framework(tags::set_prio, OpRole::fence, priority); }
  /// The compiler may move nothing across this.
  static constexpr OpDesc schedule_barrier() { return framework(tags::schedule_barrier, OpRole::fence); }
  /// No op; `present()` is false.
  static constexpr OpDesc none() { return {}; }

  /// Asks the compiler to place `count` instructions of a class here.
  static constexpr OpDesc sched_group_barrier(InstructionClass instruction_class, int count) {
    OpDesc op = framework(tags::sched_group_barrier, OpRole::fence, count);
    op.subtile = static_cast<int>(instruction_class);
    return op;
  }

  /// Stamps unit, latency, role and registers on the op.
  constexpr void set_cost(const OpCost& cost) {
    resource = cost.resource;
    latency = cost.latency;
    role = cost.role;
    vgpr_def = cost.vgpr_def;
    vgpr_kill = cost.vgpr_kill;
  }

  /// Is there an op at all?
  STRETTO_HOST_DEVICE constexpr bool present() const { return tag != tags::none; }
  /// Is it the kernel author's, with a tag of 0-127?
  STRETTO_HOST_DEVICE constexpr bool is_kernel_op() const { return tag >= 0 && tag < tags::first_framework; }

  /// A prefetch brings data of a coming iteration; a k_prev load completes the one before.
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

/// One step of an emitted phase.
struct ScheduleEntry {
  OpDesc op;                          ///< what to do
  int time_slot = 0;                  ///< place within the phase, from 0
  Section section = Section::kernel;  ///< the phase that it belongs to
  bool is_prefetch = false;           ///< emit only when a next iteration exists

  friend constexpr bool operator==(const ScheduleEntry&, const ScheduleEntry&) = default;
};

}  // namespace stretto
