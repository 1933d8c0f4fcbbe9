// The vocabulary of a loop body: what an op is, which unit it uses, what it stands for.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The unit an op occupies. MMA and VALU are separate units that run at the same time.
enum class ResourceKind : unsigned char {
  global_mem = 0,  ///< tracked by vmcnt
  lds = 1,         ///< tracked by lgkmcnt
  mma_unit = 2,
  scalar = 3,
  valu = 4,
  none = 255,
};

enum class OpRole : unsigned char {
  global_load = 0,
  shared_store = 1,
  fragment_load = 2,
  compute = 3,
  sync = 4,
  fence = 5,
  valu_compute = 6,
  none = 255,
};

enum class Phase : unsigned char { prologue, kernel, epilogue };

/// Which K tile a load brings, relative to the loop's k. In the main loop k runs one double-iteration ahead of what is
/// being computed.
enum class KOffsetKind : unsigned char {
  none,
  k0,      ///< k
  k1,      ///< k + BK
  k_next,  ///< k + 2 BK
  k_prev,  ///< k - BK
};

/// Op tags: 0-127 belong to the kernel author, 128 and up to the framework.
namespace tags {
inline constexpr int first_framework = 128;
inline constexpr int barrier = 128;
inline constexpr int wait_vm = 129;
inline constexpr int wait_lgkm = 130;
inline constexpr int set_prio = 131;
inline constexpr int schedule_barrier = 132;
inline constexpr int sched_group_barrier = 133;
inline constexpr int last_framework = 133;
inline constexpr int none = 255;
}  // namespace tags

/// Instruction classes of sched_group_barrier.
enum class InstructionClass : unsigned char { lds_read = 0, lds_write = 1, global_read = 2, mma = 3 };

/// The mask that the AMD compiler's sched_group_barrier builtin takes for a class.
STRETTO_HOST_DEVICE constexpr int sched_group_mask(int instruction_class) {
  constexpr int masks[] = {0x100, 0x200, 0x20, 0x8};
  return masks[instruction_class];
}

/// What an op costs on a target.
struct OpCost {
  ResourceKind resource = ResourceKind::none;
  int latency = 0;
  OpRole role = OpRole::none;
  int vgpr_def = 0;
  int vgpr_kill = 0;

  friend constexpr bool operator==(const OpCost&, const OpCost&) = default;
};

struct OpDesc {
  int tag = tags::none;
  int stage = 0;
  int subtile = 0;
  KOffsetKind k_offset = KOffsetKind::none;
  int vm_cost = 0;
  int lgkm_cost = 0;
  int wait_value = 0;
  ResourceKind resource = ResourceKind::none;
  int latency = 0;
  OpRole role = OpRole::none;
  int channel = -1;  ///< 0 = A, 1 = B
  int vgpr_def = 0;
  int vgpr_kill = 0;

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

  static constexpr OpDesc barrier() { return framework(tags::barrier, OpRole::sync); }
  static constexpr OpDesc wait_vm(int count) { return framework(tags::wait_vm, OpRole::sync, count); }
  static constexpr OpDesc wait_lgkm(int count) { return framework(tags::wait_lgkm, OpRole::sync, count); }
  static constexpr OpDesc set_prio(int priority) { return framework(tags::set_prio, OpRole::fence, priority); }
  static constexpr OpDesc schedule_barrier() { return framework(tags::schedule_barrier, OpRole::fence); }
  static constexpr OpDesc none() { return {}; }

  static constexpr OpDesc sched_group_barrier(InstructionClass instruction_class, int count) {
    OpDesc op = framework(tags::sched_group_barrier, OpRole::fence, count);
    op.subtile = static_cast<int>(instruction_class);
    return op;
  }

  constexpr void set_cost(const OpCost& cost) {
    resource = cost.resource;
    latency = cost.latency;
    role = cost.role;
    vgpr_def = cost.vgpr_def;
    vgpr_kill = cost.vgpr_kill;
  }

  STRETTO_HOST_DEVICE constexpr bool present() const { return tag != tags::none; }
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
  OpDesc op;
  int time_slot = 0;
  Phase phase = Phase::kernel;
  bool is_prefetch = false;  ///< emit only when a next iteration exists

  friend constexpr bool operator==(const ScheduleEntry&, const ScheduleEntry&) = default;
};

}  // namespace stretto
