// MMABlockSpec: one MMA with the fragment loads, global loads and synchronisation around it, and its expansion into
// ops.
//
//   entry group      wait_vm, wait_lgkm, and a barrier when there was a wait_vm
//   loads section    fragments, drain, global loads           (the two swapped by global_before_frag)
//   sync section     pre_sync wait, barrier, fence, wait_lgkm(0)   (before the loads with barrier_before_pre_ops)
//   MMA              set_prio(1), MMA, fused MMA, set_prio(0), barrier, fence
//
// What hangs on a barrier goes with it. With wrapping on, fences enclose the entry group and the sync section.
#pragma once

#include <stretto/core/vector.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// One block: its ops, and which synchronisation stands around them. An op with tag none is absent.
struct MMABlockSpec {
  // Ops; tag none = absent.
  OpDesc mma;              ///< that the block is made for
  OpDesc pre_op_0;         ///< first fragment load
  OpDesc pre_op_1;         ///< second fragment load
  OpDesc global_load;      ///< first global load
  OpDesc global_load_1;    ///< second global load
  OpDesc entry_wait;       ///< vm wait at the head of the block
  OpDesc entry_wait_lgkm;  ///< lgkm wait at the head of the block
  OpDesc pre_sync;         ///< wait before the MMA's barrier
  OpDesc fused_mma;        ///< a second MMA behind the first

  // Where the data ops stand in the body; -1 = absent.
  int mma_index = -1;                ///< of the MMA
  int fragment_index[2] = {-1, -1};  ///< of the fragment loads
  int load_index[2] = {-1, -1};      ///< of the global loads

  bool pre_mma_barrier = true;                 ///< before the MMA
  bool pre_mma_set_prio = true;                ///< priority 1 before the MMA
  bool post_mma_barrier = true;                ///< behind the MMA
  bool post_mma_set_prio = true;               ///< priority 0 behind the MMA
  bool post_barrier_lgkm = true;               ///< lgkm 0 behind the barrier before the MMA
  bool post_barrier_sched = false;             ///< a fence behind that barrier
  bool trailing_sched_barrier = false;         ///< a fence at the end
  bool global_load_prefetch = false;           ///< the first load is for a coming iteration
  bool global_load_1_prefetch = false;         ///< the second load is for a coming iteration
  bool drain_lgkm_before_loads = false;        ///< lgkm 0 between fragments and loads
  bool global_before_frag = false;             ///< loads before fragments
  bool barrier_before_pre_ops = false;         ///< the sync section before loads and fragments
  bool wrap_waits_with_sched_barrier = false;  ///< fences around the entry group and the sync section

  /// Does it load a fragment?
  [[nodiscard]] constexpr bool has_fragment() const { return pre_op_0.present(); }
  /// Does it load from global memory?
  [[nodiscard]] constexpr bool has_load() const { return global_load.present(); }
  /// Global loads, 0 to 2.
  [[nodiscard]] constexpr int load_count() const {
    return static_cast<int>(global_load.present()) + static_cast<int>(global_load_1.present());
  }

  /// Takes a load into a free slot; false when both are taken.
  constexpr bool take_load(const OpDesc& load, int index) {
    if (load_count() == 2) return false;
    load_index[load_count()] = index;
    if (!global_load.present()) {
      global_load = load;
      global_load_prefetch = load.is_prefetch();
    } else {
      global_load_1 = load;
      global_load_1_prefetch = load.is_prefetch();
    }
    return true;
  }

  /// Takes a fragment load into a free slot; false when both are taken.
  constexpr bool take_fragment(const OpDesc& fragment, int index) {
    if (pre_op_1.present()) return false;
    fragment_index[pre_op_0.present() ? 1 : 0] = index;
    (pre_op_0.present() ? pre_op_1 : pre_op_0) = fragment;
    return true;
  }

  /// Drops the second load (the caller has taken it over).
  constexpr void drop_second_load() {
    global_load_1 = OpDesc::none();
    global_load_1_prefetch = false;
    load_index[1] = -1;
  }
};

namespace detail {

class BlockWriter {
 public:
  constexpr explicit BlockWriter(bool wrap) : wrap_(wrap) {}

  constexpr void put(const OpDesc& op) {
    if (op.present()) ops_.push_back(op);
  }

  /// Writes a group between fences when wrapping is on and the group is not empty.
  constexpr void group(const Vector<OpDesc>& ops) {
    if (ops.empty()) return;
    if (wrap_) ops_.push_back(OpDesc::schedule_barrier());
    ops_.append(ops);
    if (wrap_) ops_.push_back(OpDesc::schedule_barrier());
  }

  [[nodiscard]] constexpr const Vector<OpDesc>& ops() const { return ops_; }

 private:
  bool wrap_;
  Vector<OpDesc> ops_;
};

constexpr Vector<OpDesc> entry_group(const MMABlockSpec& block) {
  Vector<OpDesc> group;
  if (block.entry_wait.present()) group.push_back(block.entry_wait);
  if (block.entry_wait_lgkm.present()) group.push_back(block.entry_wait_lgkm);
  if (block.entry_wait.present()) group.push_back(OpDesc::barrier());
  return group;
}

constexpr Vector<OpDesc> sync_section(const MMABlockSpec& block) {
  Vector<OpDesc> group;
  if (block.pre_sync.present()) group.push_back(block.pre_sync);
  if (block.pre_mma_barrier) {
    group.push_back(OpDesc::barrier());
    if (block.post_barrier_sched) group.push_back(OpDesc::schedule_barrier());
    if (block.post_barrier_lgkm) group.push_back(OpDesc::wait_lgkm(0));
  }
  return group;
}

}  // namespace detail

/// The block by its flags.
constexpr Vector<OpDesc> expand_block(const MMABlockSpec& block) {
  detail::BlockWriter writer(block.wrap_waits_with_sched_barrier);
  writer.group(detail::entry_group(block));
  if (block.barrier_before_pre_ops) writer.group(detail::sync_section(block));
  if (block.global_before_frag) {
    writer.put(block.global_load);
    writer.put(block.global_load_1);
  } else {
    writer.put(block.pre_op_0);
    writer.put(block.pre_op_1);
  }
  if (block.drain_lgkm_before_loads) writer.put(OpDesc::wait_lgkm(0));
  if (block.global_before_frag) {
    writer.put(block.pre_op_0);
    writer.put(block.pre_op_1);
  } else {
    writer.put(block.global_load);
    writer.put(block.global_load_1);
  }
  if (!block.barrier_before_pre_ops) writer.group(detail::sync_section(block));
  if (block.pre_mma_set_prio) writer.put(OpDesc::set_prio(1));
  writer.put(block.mma);
  writer.put(block.fused_mma);
  if (block.post_mma_set_prio) writer.put(OpDesc::set_prio(0));
  if (block.post_mma_barrier) {
    writer.put(OpDesc::barrier());
    if (block.trailing_sched_barrier) writer.put(OpDesc::schedule_barrier());
  }
  return writer.ops();
}

/// The minimal-barrier shape: entry group, fragments, a fence if there are fragments and loads, loads, sync section,
/// MMA.
constexpr Vector<OpDesc> emit_minimal_barrier_block(const MMABlockSpec& block) {
  detail::BlockWriter writer(block.wrap_waits_with_sched_barrier);
  writer.group(detail::entry_group(block));
  writer.put(block.pre_op_0);
  writer.put(block.pre_op_1);
  if (block.has_fragment() && block.has_load()) writer.put(OpDesc::schedule_barrier());
  writer.put(block.global_load);
  writer.put(block.global_load_1);
  writer.group(detail::sync_section(block));
  writer.put(block.mma);
  return writer.ops();
}

}  // namespace stretto
