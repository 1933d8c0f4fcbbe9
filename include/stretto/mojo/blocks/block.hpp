// MMABlockSpec: one MMA with the fragment loads, global loads and synchronisation around it, and its expansion into
// ops.
//
//   entry group      wait_vm, wait_lgkm, and a barrier if there is a wait_vm
//   loads section    fragments, drain, global loads           (global_before_frag swaps fragments and loads)
//   sync section     pre_sync wait, barrier, fence, wait_lgkm(0)   (before the loads with barrier_before_pre_ops)
//   MMA              set_prio(1), MMA, fused MMA, set_prio(0), barrier, fence
//
// A fence or wait that follows a barrier is omitted together with that barrier. With wrapping on, fences enclose the
// entry group and the sync section.
#pragma once

#include <stretto/core/vector.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// One block: its ops and the synchronisation around them. An op with tag none is absent.
struct MMABlockSpec {
  // Ops. Tag none means absent.
  OpDesc mma;              ///< the block's MMA
  OpDesc pre_op_0;         ///< first fragment load
  OpDesc pre_op_1;         ///< second fragment load
  OpDesc global_load;      ///< first global load
  OpDesc global_load_1;    ///< second global load
  OpDesc entry_wait;       ///< vm wait at the start of the block
  OpDesc entry_wait_lgkm;  ///< lgkm wait at the start of the block
  OpDesc pre_sync;         ///< wait before the barrier that precedes the MMA
  OpDesc fused_mma;        ///< second MMA, right after the first

  // Indices of the data ops in the body. -1 means absent.
  int mma_index = -1;                ///< MMA
  int fragment_index[2] = {-1, -1};  ///< fragment loads
  int load_index[2] = {-1, -1};      ///< global loads

  bool pre_mma_barrier = true;                 ///< barrier before the MMA
  bool pre_mma_set_prio = true;                ///< set_prio(1) before the MMA
  bool post_mma_barrier = true;                ///< barrier after the MMA
  bool post_mma_set_prio = true;               ///< set_prio(0) after the MMA
  bool post_barrier_lgkm = true;               ///< wait_lgkm(0) after the barrier before the MMA
  bool post_barrier_sched = false;             ///< fence after the barrier before the MMA
  bool trailing_sched_barrier = false;         ///< fence at the end of the block
  bool global_load_prefetch = false;           ///< the first load is a prefetch
  bool global_load_1_prefetch = false;         ///< the second load is a prefetch
  bool drain_lgkm_before_loads = false;        ///< wait_lgkm(0) between fragments and loads
  bool global_before_frag = false;             ///< issue loads before fragments
  bool barrier_before_pre_ops = false;         ///< put the sync section before loads and fragments
  bool wrap_waits_with_sched_barrier = false;  ///< put fences around the entry group and the sync section

  /// True if the block loads a fragment.
  [[nodiscard]] constexpr bool has_fragment() const { return pre_op_0.present(); }
  /// True if the block loads from global memory.
  [[nodiscard]] constexpr bool has_load() const { return global_load.present(); }
  /// Number of global loads, 0 to 2.
  [[nodiscard]] constexpr int load_count() const {
    return static_cast<int>(global_load.present()) + static_cast<int>(global_load_1.present());
  }

  /// Adds a global load. Returns false if the block already has two.
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

  /// Adds a fragment load. Returns false if the block already has two.
  constexpr bool take_fragment(const OpDesc& fragment, int index) {
    if (pre_op_1.present()) return false;
    fragment_index[pre_op_0.present() ? 1 : 0] = index;
    (pre_op_0.present() ? pre_op_1 : pre_op_0) = fragment;
    return true;
  }

  /// Removes the second load, which the caller has moved elsewhere.
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

  /// Appends a group of ops. Encloses it in fences if wrapping is on and the group is not empty.
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

/// Expands a block into ops, as its flags say.
constexpr Vector<OpDesc> expand_block(const MMABlockSpec& block) {
  detail::BlockWriter writer(block.wrap_waits_with_sched_barrier);
  writer.group(detail::entry_group(block));
  if (block.barrier_before_pre_ops) writer.group(detail::sync_section(block));
  const bool loads_first = block.global_before_frag;
  writer.put(loads_first ? block.global_load : block.pre_op_0);
  writer.put(loads_first ? block.global_load_1 : block.pre_op_1);
  if (block.drain_lgkm_before_loads) writer.put(OpDesc::wait_lgkm(0));
  writer.put(loads_first ? block.pre_op_0 : block.global_load);
  writer.put(loads_first ? block.pre_op_1 : block.global_load_1);
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

/// Expands a block in the minimal-barrier shape: entry group, fragments, a fence if the block has both fragments and
/// loads, loads, sync section, MMA.
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
