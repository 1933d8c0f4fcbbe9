// One dependence analysis for every loop: flow, anti and output edges with their distances, from accesses alone.
//
// Two accesses conflict if they touch the same subtile of a buffer (for registers: of the same wave). Versions
// determine the distance. A read depends on the write of its own version. A version is overwritten by the write of the
// next version in its slot, `slots` versions later.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/mojo/edge.hpp>
#include <stretto/program/access.hpp>

namespace stretto {

namespace detail {

/// `iterations_between` returns this if the two accesses never touch the same version.
inline constexpr int no_meeting = -(1 << 20);

/// Iterations from an op that touches version `from` to an op that touches version `to`, if the latter version is
/// `ahead` versions later. Returns no_meeting if there is no such pair of iterations.
constexpr int iterations_between(const Buffer& buffer, int from, int to, int ahead) {
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
constexpr Result<Vector<DepEdge>> derive_dependences(const AccessMap& map) {
  Vector<DepEdge> edges;
  for (const Access& reader : map.accesses) {
    if (reader.mode != AccessMode::read) continue;
    bool written = false;
    for (const Access& writer : map.accesses) {
      if (!detail::writes_same_place(map, writer, reader)) continue;
      const Buffer& buffer = map.buffers[reader.buffer];
      const int distance = detail::iterations_between(buffer, writer.version, reader.version, 0);
      if (distance == detail::no_meeting) continue;
      written = true;
      const bool too_early = distance < 0 || (distance == 0 && writer.op == reader.op);
      if (too_early) return Diagnostic(Rule::read_before_write, distance, 0).with_op(writer.op).with_op(reader.op);
      detail::add_once(edges, {writer.op, reader.op, DepKind::flow, distance});
    }
    if (!written) return Diagnostic(Rule::never_written, reader.version, 0).with_op(reader.op);
  }
  for (const DepKind kind : {DepKind::anti, DepKind::output}) {
    const AccessMode first_mode = kind == DepKind::anti ? AccessMode::read : AccessMode::write;
    for (const Access& first : map.accesses) {
      if (first.mode != first_mode) continue;
      for (const Access& writer : map.accesses) {
        if (!detail::writes_same_place(map, writer, first)) continue;
        const Buffer& buffer = map.buffers[first.buffer];
        const int distance = detail::iterations_between(buffer, first.version, writer.version, buffer.slots);
        if (distance == detail::no_meeting) continue;
        if (distance < 0) return Diagnostic(Rule::overwritten_early, distance, 0).with_op(first.op).with_op(writer.op);
        // An op that reads a version and writes the next one in the same step needs no edge to itself.
        if (distance == 0 && writer.op == first.op) continue;
        detail::add_once(edges, {first.op, writer.op, kind, distance});
      }
    }
  }
  return edges;
}

}  // namespace stretto
