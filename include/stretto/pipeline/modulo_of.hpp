// The modulo problem of a loop on a target. An op occupies its unit and its role. A read follows the write of its
// version; across roles, the signal adds its cost. A slot is held from the issue of the write to the release after its
// last read, including the signal.
#pragma once

#include <stretto/modulo/problem.hpp>
#include <stretto/pipeline/releases.hpp>

namespace stretto {

namespace detail {

/// Cycles from the end of an op until a dependent op can begin, beyond the op's own time.
constexpr int signal_cost(const TargetLoop& loop, const TargetOp& from, const TargetOp& to, Space space) {
  if (space == Space::registers) return 0;
  if (from.role != to.role) return 2 * loop.gpu.mbarrier_cycles;
  const bool arrives = from.counter == Counter::tensor && to.counter != Counter::tensor;
  if (from.counter == Counter::bytes || arrives) return loop.gpu.mbarrier_cycles;
  return loop.roles[from.role].waves > 1 ? loop.gpu.barrier : 0;
}

/// The op that adds to the same sum after op i; the first one follows the last. -1: no other op does.
constexpr int next_in_chain(const TargetLoop& loop, int i) {
  if (loop.ops[i].chain < 0) return -1;
  int first = -1;
  for (int j = 0; j < loop.ops.size(); ++j) {
    if (j == i || loop.ops[j].chain != loop.ops[i].chain) continue;
    if (j > i) return j;
    if (first < 0) first = j;
  }
  return first;
}

/// Are both parts of one declared op?
constexpr bool same_source(const TargetLoop& loop, int i, int j) { return loop.ops[i].source == loop.ops[j].source; }

constexpr bool chained(const TargetOp& from, const TargetOp& to) {
  return from.unit == TargetUnit::tensor && to.unit == TargetUnit::tensor && from.counter == to.counter;
}

/// How much later the last group executes an op than the first group, as seen from another role or group.
constexpr int turn_delay(const TargetLoop& loop, const TargetOp& op, Space space, long ii) {
  const int groups = loop.roles[op.role].groups;
  if (groups == 1 || space == Space::registers) return 0;
  return static_cast<int>(ii / groups * (groups - 1));
}

constexpr void add_edges(const TargetLoop& loop, long ii, ModuloProblem& problem) {
  for (const TargetAccess& read : loop.accesses) {
    if (read.mode != AccessMode::read) continue;
    const int writer = loop.last_writer(read.buffer);
    if (writer < 0) continue;
    const TargetOp& from = loop.ops[writer];
    const TargetOp& to = loop.ops[read.op];
    const TargetBuffer& buffer = loop.buffers[read.buffer];
    const int takes = buffer.sum && chained(from, to) ? from.occupancy : from.latency;
    const int signal = signal_cost(loop, from, to, buffer.space) + turn_delay(loop, from, buffer.space, ii);
    problem.edges.push_back({writer, read.op, read.distance, takes + signal});
  }
  // The ops of a chain add to the same sum one after another, iteration by iteration.
  for (int i = 0; i < loop.ops.size(); ++i) {
    const int next = next_in_chain(loop, i);
    if (next > i) problem.edges.push_back({i, next, 0, loop.ops[i].occupancy});
    if (next >= 0 && next < i && !same_source(loop, next, i)) {
      problem.edges.push_back({i, next, 1, loop.ops[i].occupancy});
    }
  }
}

/// Cycles from the start of an op until it no longer needs what it reads. Registers are read at the issue, except by
/// tensor operations.
constexpr int reading_cycles(const TargetOp& op, Space space) {
  const bool at_issue = space == Space::registers && op.unit != TargetUnit::tensor && op.asynchronous();
  return at_issue ? op.hold + op.lingers : op.reading();
}

constexpr void add_storage(const TargetLoop& loop, const Vector<Release>& releases, int b, long ii,
                           ModuloProblem& problem) {
  const TargetBuffer& buffer = loop.buffers[b];
  const int writer = loop.writer(b);
  ModuloStorage storage;
  storage.name = buffer.name;
  storage.space = buffer.space;
  storage.bytes = buffer.bytes;
  storage.write = writer;
  storage.fixed_slots = buffer.fixed_slots;
  const int last = loop.last_writer(b);
  storage.ends.push_back({last, 0, loop.ops[last].latency});
  for (const TargetAccess& read : loop.accesses) {
    if (read.buffer != b || read.mode != AccessMode::read) continue;
    // An op that replaces a value in place orders itself.
    if (read.op == writer && read.distance == buffer.fixed_slots) continue;
    const TargetOp& reader = loop.ops[read.op];
    if (release_of(releases, b, reader.role) >= 0) continue;
    const int signal =
        signal_cost(loop, reader, loop.ops[writer], buffer.space) + turn_delay(loop, reader, buffer.space, ii);
    storage.ends.push_back({read.op, read.distance, reading_cycles(reader, buffer.space) + signal});
  }
  for (int r = 0; r < releases.size(); ++r) {
    for (int released : releases[r].buffers) {
      if (released != b) continue;
      const TargetOp& reader = loop.ops[releases[r].readers[0]];
      const int signal =
          signal_cost(loop, reader, loop.ops[writer], buffer.space) + turn_delay(loop, reader, buffer.space, ii);
      storage.ends.push_back({loop.ops.size() + r, 0, signal});
    }
  }
  problem.storages.push_back(storage);
}

/// A release takes a place in its role's order, after the reads have completed.
constexpr void add_releases(const TargetLoop& loop, const Vector<Release>& releases, ModuloProblem& problem) {
  for (int r = 0; r < releases.size(); ++r) {
    const int index = loop.ops.size() + r;
    problem.ops.push_back({"release"});
    problem.uses.push_back({index, target_units + releases[r].role, release_cycles(loop, releases[r])});
    for (const TargetAccess& read : loop.accesses) {
      if (read.mode != AccessMode::read || read.buffer != releases[r].buffers[0]) continue;
      const TargetOp& reader = loop.ops[read.op];
      if (reader.role != releases[r].role) continue;
      problem.edges.push_back({read.op, index, -read.distance, reader.reading()});
    }
  }
}

/// Groups that take turns on a unit. If roles without groups use the unit as well, no turns are taken on it.
constexpr int turns_on(const TargetLoop& loop, TargetUnit unit) {
  int turns = loop.groups();
  for (const TargetOp& op : loop.ops) {
    const bool uses = op.unit == unit || (op.port > 0 && unit == TargetUnit::shared_port);
    if (uses && loop.roles[op.role].groups < turns) turns = loop.roles[op.role].groups;
  }
  return turns;
}

}  // namespace detail

/// The modulo problem of a loop. Its ops are those of the loop, then the releases. Its storages are the buffers that
/// are not sums, in order. `assumed_ii` matters only if groups take turns.
constexpr ModuloProblem modulo_of(const TargetLoop& loop, long assumed_ii = 0) {
  ModuloProblem problem;
  for (int u = 0; u < target_units; ++u) {
    problem.resources.push_back(
        {name(static_cast<TargetUnit>(u)), 1, detail::turns_on(loop, static_cast<TargetUnit>(u))});
  }
  for (const TargetRole& role : loop.roles) problem.resources.push_back({role.name, 1, 1});
  for (int i = 0; i < loop.ops.size(); ++i) {
    const TargetOp& op = loop.ops[i];
    problem.ops.push_back({op.name});
    if (op.occupancy > 0) problem.uses.push_back({i, static_cast<int>(op.unit), op.occupancy});
    if (op.port > 0) problem.uses.push_back({i, static_cast<int>(TargetUnit::shared_port), op.port});
    if (op.hold > 0) problem.uses.push_back({i, target_units + op.role, op.hold});
  }
  const Vector<Release> releases = find_releases(loop);
  detail::add_edges(loop, assumed_ii, problem);
  detail::add_releases(loop, releases, problem);
  long register_sums = 0;
  long tensor_sums = 0;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    if (loop.buffers[b].sum) {
      (loop.buffers[b].space == Space::registers ? register_sums : tensor_sums) += loop.buffers[b].bytes;
      continue;
    }
    detail::add_storage(loop, releases, b, assumed_ii, problem);
  }
  problem.capacity.shared = loop.gpu.limits.shared_bytes;
  problem.capacity.registers = loop.register_bytes > register_sums ? loop.register_bytes - register_sums : 0;
  const long tensor_bytes = loop.gpu.limits.tensor_bytes;
  problem.capacity.tensor = tensor_bytes > tensor_sums ? tensor_bytes - tensor_sums : 0;
  return problem;
}

namespace detail {

/// A refusal of the modulo problem with the numbers of the target loop: a reader stands for its release, a buffer for
/// its storage.
constexpr Diagnostic in_target_terms(const TargetLoop& loop, const Diagnostic& found) {
  Diagnostic out = found;
  for (int i = 0; i < out.op_count; ++i) {
    const int release = out.ops[i] - loop.ops.size();
    if (release >= 0) out.ops[i] = find_releases(loop)[release].readers[0];
  }
  int storage = 0;
  for (int b = 0; b < loop.buffers.size() && found.buffer >= 0; ++b) {
    if (!loop.buffers[b].sum && storage++ == found.buffer) out.buffer = b;
  }
  return out;
}

}  // namespace detail

}  // namespace stretto
