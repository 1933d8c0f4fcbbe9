// Releases: where a role gives slots back to the role that fills them.
//
// After asynchronous reads a role must wait for them and signal the writer. That takes a place in the role's order, so
// it is scheduled like an op. Buffers that the same ops of a role read are released together.
#pragma once

#include <stretto/pipeline/target_loop.hpp>

namespace stretto {

/// One place in a role's order where it releases slots.
struct Release {
  int role = 0;         ///< the role that releases
  Vector<int> readers;  ///< its ops that read the buffers
  Vector<int> buffers;  ///< whose slots are released
};

/// Cycles that a release takes of its role; the rest of the signal's cost is not part of the schedule.
inline constexpr int release_hold = 1;

/// Cycles that a release holds its role: one arrival, or one at each workgroup of the cluster.
constexpr int release_cycles(const TargetLoop& loop, const Release& release) {
  for (int b : release.buffers) {
    if (loop.multicast(b)) return release_hold * loop.cluster;
  }
  return release_hold;
}

/// The ops of a role that read a buffer.
constexpr Vector<int> readers_of(const TargetLoop& loop, int buffer, int role) {
  Vector<int> ops;
  for (const TargetAccess& access : loop.accesses) {
    const bool reads = access.buffer == buffer && access.mode == AccessMode::read;
    if (reads && loop.ops[access.op].role == role) ops.push_back(access.op);
  }
  return ops;
}

namespace detail {

constexpr bool same_ops(const Vector<int>& a, const Vector<int>& b) {
  if (a.size() != b.size()) return false;
  for (int i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

/// Must the role wait for these ops? (The hardware releases the slots that tensor operations read.)
constexpr bool must_be_waited_for(const TargetLoop& loop, const Vector<int>& ops) {
  bool waits = false;
  for (int op : ops) {
    if (loop.ops[op].counter == Counter::tensor) return false;
    waits = waits || loop.ops[op].asynchronous();
  }
  return waits;
}

}  // namespace detail

/// The releases of a loop, in the order of its buffers.
constexpr Vector<Release> find_releases(const TargetLoop& loop) {
  Vector<Release> releases;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    const int writer = loop.writer(b);
    if (loop.buffers[b].space == Space::registers || loop.buffers[b].sum || writer < 0) continue;
    for (int a = 0; a < loop.roles.size(); ++a) {
      if (a == loop.ops[writer].role) continue;
      const Vector<int> readers = readers_of(loop, b, a);
      if (!detail::must_be_waited_for(loop, readers)) continue;
      bool joined = false;
      for (Release& known : releases) {
        if (known.role != a || !detail::same_ops(known.readers, readers)) continue;
        known.buffers.push_back(b);
        joined = true;
        break;
      }
      if (joined) continue;
      Release release;
      release.role = a;
      release.readers = readers;
      release.buffers.push_back(b);
      releases.push_back(release);
    }
  }
  return releases;
}

/// The release of a buffer by a role; -1: none is scheduled.
constexpr int release_of(const Vector<Release>& releases, int buffer, int role) {
  for (int r = 0; r < releases.size(); ++r) {
    if (releases[r].role != role) continue;
    for (int b : releases[r].buffers) {
      if (b == buffer) return r;
    }
  }
  return -1;
}

}  // namespace stretto
