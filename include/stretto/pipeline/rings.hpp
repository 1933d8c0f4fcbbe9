// Rings: the buffers that roles hand to each other, and the pair of mbarriers that guards each.
//
// A slot of a ring is full when its writer has completed its part of the phase: its bytes are complete, or it has
// arrived. The slot is empty again when every role that reads it has arrived. The writer itself arrives only if it
// reads the slot with tensor operations, which complete by arrivals. Buffers with the same writer and the same readers
// share one pair of mbarriers. If the workgroups of a cluster fill each other's slots, a slot is empty when the readers
// of all of them have arrived.
#pragma once

#include <stretto/pipeline/releases.hpp>

namespace stretto {

/// Buffers that one role fills and others read, slot by slot.
struct Ring {
  Vector<int> buffers;                 ///< the buffers that share the pair of barriers
  int slots = 1;                       ///< slots of each buffer
  int writer = 0;                      ///< the role that writes
  unsigned readers = 0;                ///< the roles that read, by bit
  unsigned returned_by = 0;            ///< the roles that give slots back through the empty barrier, by bit
  Counter written_by = Counter::none;  ///< the counter of the writer's ops
  int bytes = 0;                       ///< bytes that a slot receives
  bool multicast = false;              ///< filled by all workgroups of the cluster
  int full = -1;                       ///< phase barrier of the program; -1: not needed
  int empty = -1;                      ///< phase barrier of the program; -1: not needed

  /// Does another role than the writer read it?
  [[nodiscard]] constexpr bool handed_over() const { return (readers & ~(1U << writer)) != 0; }
};

namespace detail {

/// The ops that read a buffer.
constexpr Vector<int> readers_of(const TargetLoop& loop, int buffer) {
  Vector<int> ops;
  for (const TargetAccess& access : loop.accesses) {
    if (access.buffer == buffer && access.mode == AccessMode::read) ops.push_back(access.op);
  }
  return ops;
}

}  // namespace detail

/// The buffers in memory that the waves of a role both write and read, if it has several waves.
constexpr Vector<int> exchanged_buffers(const TargetLoop& loop, const Vector<Ring>& rings, int role) {
  Vector<int> exchanged;
  if (loop.roles[role].all_waves() == 1) return exchanged;
  for (const Ring& ring : rings) {
    if (ring.writer != role || (ring.readers >> role & 1U) == 0) continue;
    for (const int b : ring.buffers) exchanged.push_back(b);
  }
  return exchanged;
}

/// The rings of a loop whose roles run different programs. `slots` is indexed by buffer; buffers that share a ring get
/// the larger number of slots, if memory allows.
constexpr Vector<Ring> find_rings(const TargetLoop& loop, Vector<int>& slots) {
  Vector<Ring> rings;
  long used = 0;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    if (loop.buffers[b].space == Space::shared) used += static_cast<long>(loop.buffers[b].bytes) * slots[b];
  }
  for (int b = 0; b < loop.buffers.size(); ++b) {
    const TargetBuffer& buffer = loop.buffers[b];
    const int writer = loop.writer(b);
    if (buffer.space == Space::registers || buffer.sum || writer < 0) continue;
    Ring ring;
    ring.buffers.push_back(b);
    ring.slots = slots[b];
    ring.writer = loop.ops[writer].role;
    ring.written_by = loop.ops[writer].counter;
    ring.bytes = loop.ops[writer].bytes;
    ring.multicast = loop.ops[writer].multicast;
    const Vector<int> readers = detail::readers_of(loop, b);
    for (int op : readers) {
      const unsigned role = 1U << loop.ops[op].role;
      ring.readers |= role;
      if (loop.ops[op].role != ring.writer || loop.ops[op].counter == Counter::tensor) ring.returned_by |= role;
    }
    bool joined = false;
    for (Ring& other : rings) {
      const int first = other.buffers[0];
      if (other.writer != ring.writer || other.written_by != Counter::bytes || ring.written_by != Counter::bytes)
        continue;
      if (!detail::same_ops(detail::readers_of(loop, first), readers)) continue;
      const int most = other.slots > ring.slots ? other.slots : ring.slots;
      long more = static_cast<long>(buffer.bytes) * (most - ring.slots);
      for (int o : other.buffers) more += static_cast<long>(loop.buffers[o].bytes) * (most - other.slots);
      if (used + more > loop.gpu.limits.shared_bytes) continue;
      used += more;
      other.buffers.push_back(b);
      other.bytes += ring.bytes;
      other.multicast = other.multicast || ring.multicast;
      other.slots = most;
      for (int o : other.buffers) slots[o] = most;
      joined = true;
      break;
    }
    if (!joined) rings.push_back(ring);
  }
  return rings;
}

}  // namespace stretto
