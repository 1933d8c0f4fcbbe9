// Dependences of a loop body from its accesses alone: flow, anti and output edges with their distances. A study of the
// Mojo package's edge rules (docs/accesses.md).
//
// A buffer holds versions 0, 1, 2, ... of some data. Version v lives in slot v modulo slots. An op of iteration i
// accesses version versions_per_iteration * i + offset. The slot follows from the version, so it cannot contradict it.
// Two accesses conflict if they touch the same subtile of a buffer (for registers: of the same wave). A read depends on
// the write of its own version. A version is overwritten by the write of the next version in its slot.
#pragma once

#include <stretto/mojo/edge.hpp>
#include <stretto/program/buffer.hpp>

namespace stretto {

/// Data with versions. The buffer keeps one version per slot.
struct VersionedBuffer {
  Space space = Space::shared;
  int slots = 1;
  int versions_per_iteration = 1;

  [[nodiscard]] constexpr bool per_wave() const { return space == Space::registers; }
};

/// An access of one op, in the waves of one class, to one subtile of one version.
struct Access {
  int op = 0;                          ///< number of the op in the body
  int wave_class = 0;                  ///< waves of one class access the same subtiles
  int buffer = 0;                      ///< index in `AccessMap::buffers`
  int subtile = 0;                     ///< index in the version
  int version = 0;                     ///< offset from the first version of the iteration
  AccessMode mode = AccessMode::read;  ///< read or write
};

/// The accesses of a loop body. The map belongs to the schedule: another wave layout gives the same body other
/// accesses.
struct AccessMap {
  Vector<VersionedBuffer> buffers;  ///< all buffers that ops access
  Vector<Access> accesses;          ///< in the order of the ops

  /// Adds a buffer and returns its index.
  constexpr int add_buffer(const VersionedBuffer& buffer) {
    buffers.push_back(buffer);
    return buffers.size() - 1;
  }
  /// Adds a read of a subtile of a version.
  constexpr void read(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::read});
  }
  /// Adds a write of a subtile of a version.
  constexpr void write(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::write});
  }
  /// Adds a read of a version and a write of the next one.
  constexpr void accumulate(int op, int wave_class, int buffer, int subtile, int version) {
    read(op, wave_class, buffer, subtile, version);
    write(op, wave_class, buffer, subtile, version + 1);
  }
};

/// Why accesses have no dependences.
enum class AccessError : unsigned char {
  none,
  read_before_write,  ///< an op reads a version that a later iteration, or the op itself, writes
  never_written,      ///< an op reads a version that no op writes
  overwritten_early,  ///< an iteration overwrites a version that a later iteration still uses
  slot_mismatch,      ///< an op's stage is not the slot of its K tile
};

/// The edges, or the error with the ops that it is about.
struct DerivedEdges {
  Vector<DepEdge> edges;
  AccessError error = AccessError::none;
  int first_op = -1;
  int second_op = -1;
};

namespace detail {

/// `iterations_between` returns this if the two accesses never touch the same version.
inline constexpr int no_meeting = -(1 << 20);

/// Iterations from an op that touches version `from` to an op that touches version `to`, if the latter version is
/// `ahead` versions later. Returns no_meeting if there is no such pair of iterations.
constexpr int iterations_between(const VersionedBuffer& buffer, int from, int to, int ahead) {
  // versions * i + from + ahead = versions * j + to
  const int difference = from + ahead - to;
  if (difference % buffer.versions_per_iteration != 0) return no_meeting;
  return difference / buffer.versions_per_iteration;
}

/// True if `writer` writes the subtile that `other` touches. Registers conflict only within a wave.
constexpr bool writes_same_place(const AccessMap& map, const Access& writer, const Access& other) {
  if (writer.mode != AccessMode::write || writer.buffer != other.buffer || writer.subtile != other.subtile)
    return false;
  return !map.buffers[other.buffer].per_wave() || writer.wave_class == other.wave_class;
}

constexpr void add_once(Vector<DepEdge>& edges, const DepEdge& edge) {
  for (const DepEdge& known : edges) {
    if (known == edge) return;
  }
  edges.push_back(edge);
}

}  // namespace detail

/// All edges of the loop, each once: flow, then anti, then output. Fails if a read precedes the write of the version
/// that it expects, or if no op writes that version.
constexpr DerivedEdges derive_dependences(const AccessMap& map) {
  Vector<DepEdge> edges;
  for (const Access& reader : map.accesses) {
    if (reader.mode != AccessMode::read) continue;
    bool written = false;
    for (const Access& writer : map.accesses) {
      if (!detail::writes_same_place(map, writer, reader)) continue;
      const VersionedBuffer& buffer = map.buffers[reader.buffer];
      const int distance = detail::iterations_between(buffer, writer.version, reader.version, 0);
      if (distance == detail::no_meeting) continue;
      written = true;
      const bool too_early = distance < 0 || (distance == 0 && writer.op == reader.op);
      if (too_early) return DerivedEdges{{}, AccessError::read_before_write, writer.op, reader.op};
      detail::add_once(edges, {writer.op, reader.op, DepKind::flow, distance});
    }
    if (!written) return DerivedEdges{{}, AccessError::never_written, reader.op, -1};
  }
  for (const DepKind kind : {DepKind::anti, DepKind::output}) {
    const AccessMode first_mode = kind == DepKind::anti ? AccessMode::read : AccessMode::write;
    for (const Access& first : map.accesses) {
      if (first.mode != first_mode) continue;
      for (const Access& writer : map.accesses) {
        if (!detail::writes_same_place(map, writer, first)) continue;
        const VersionedBuffer& buffer = map.buffers[first.buffer];
        const int distance = detail::iterations_between(buffer, first.version, writer.version, buffer.slots);
        if (distance == detail::no_meeting) continue;
        if (distance < 0) return DerivedEdges{{}, AccessError::overwritten_early, first.op, writer.op};
        // An op that reads a version and writes the next one in the same step needs no edge to itself.
        if (distance == 0 && writer.op == first.op) continue;
        detail::add_once(edges, {first.op, writer.op, kind, distance});
      }
    }
  }
  return {edges, AccessError::none, -1, -1};
}

}  // namespace stretto
