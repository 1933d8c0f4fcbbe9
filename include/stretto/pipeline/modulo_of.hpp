// The modulo problem of a loop on a target: an op holds its unit and its agent; a read follows the write of its
// version, across agents with the cost of the signal; a slot is held from the issue of the write to the release after
// its last read, the signal included.
#pragma once

#include <stretto/modulo/schedule.hpp>
#include <stretto/pipeline/target_loop.hpp>

namespace stretto {

namespace detail {

/// Cycles from the end of an op until another that must follow it can begin, beyond the op's own time.
constexpr int signal_cost(const TargetLoop& loop, const TargetOp& from, const TargetOp& to, Space space) {
  if (space == Space::registers) return 0;
  if (from.agent != to.agent) return 2 * loop.gpu.phase;
  if (from.counter == Counter::bytes) return loop.gpu.phase;
  return loop.agents[from.agent].waves > 1 ? loop.gpu.barrier : 0;
}

constexpr bool chained(const TargetOp& from, const TargetOp& to) {
  return from.unit == TargetUnit::tensor && to.unit == TargetUnit::tensor && from.counter == to.counter;
}

constexpr ModuloSpace modulo_space(Space space) {
  if (space == Space::registers) return ModuloSpace::registers;
  return space == Space::tensor ? ModuloSpace::tensor : ModuloSpace::shared;
}

constexpr void add_edges(const TargetLoop& loop, ModuloProblem& problem) {
  for (const TargetAccess& read : loop.accesses) {
    if (read.mode != AccessMode::read) continue;
    const int writer = loop.writer(read.buffer);
    if (writer < 0) continue;
    const TargetOp& from = loop.ops[writer];
    const TargetOp& to = loop.ops[read.op];
    const TargetBuffer& buffer = loop.buffers[read.buffer];
    const int takes = buffer.sum && chained(from, to) ? from.occupancy : from.latency;
    problem.edges.push_back({writer, read.op, read.distance, takes + signal_cost(loop, from, to, buffer.space)});
  }
  // The parts of one multiplication add to the same sum.
  for (int i = 0; i < loop.ops.size(); ++i) {
    for (int j = i + 1; j < loop.ops.size(); ++j) {
      const TargetOp& from = loop.ops[i];
      const TargetOp& to = loop.ops[j];
      const bool parts = from.unit == TargetUnit::tensor && to.unit == TargetUnit::tensor && from.source == to.source;
      if (parts && to.step == from.step + 1) problem.edges.push_back({i, j, 0, from.occupancy});
    }
  }
}

constexpr void add_storage(const TargetLoop& loop, int b, ModuloProblem& problem) {
  const TargetBuffer& buffer = loop.buffers[b];
  const int writer = loop.writer(b);
  ModuloStorage storage;
  storage.name = buffer.name;
  storage.space = modulo_space(buffer.space);
  storage.bytes = buffer.bytes;
  storage.write = writer;
  storage.fixed_slots = buffer.fixed_slots;
  storage.ends.push_back({writer, 0, loop.ops[writer].latency});
  for (const TargetAccess& read : loop.accesses) {
    if (read.buffer != b || read.mode != AccessMode::read) continue;
    // What an op replaces in place orders itself.
    if (read.op == writer && read.distance == buffer.fixed_slots) continue;
    const TargetOp& reader = loop.ops[read.op];
    const int takes = reader.asynchronous() ? reader.latency : reader.hold;
    storage.ends.push_back({read.op, read.distance, takes + signal_cost(loop, reader, loop.ops[writer], buffer.space)});
  }
  problem.storages.push_back(storage);
}

}  // namespace detail

/// Storages are the buffers that are not sums, in order.
constexpr ModuloProblem modulo_of(const TargetLoop& loop) {
  ModuloProblem problem;
  for (int u = 0; u < target_units; ++u) problem.resources.push_back({name(static_cast<TargetUnit>(u)), 1, 1});
  for (const TargetAgent& agent : loop.agents) problem.resources.push_back({agent.name, 1, 1});
  for (int i = 0; i < loop.ops.size(); ++i) {
    const TargetOp& op = loop.ops[i];
    problem.ops.push_back({op.name});
    if (op.occupancy > 0) problem.uses.push_back({i, static_cast<int>(op.unit), op.occupancy});
    if (op.hold > 0) problem.uses.push_back({i, target_units + op.agent, op.hold});
  }
  detail::add_edges(loop, problem);
  long sums = 0;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    if (loop.buffers[b].sum) {
      if (loop.buffers[b].space == Space::registers) sums += loop.buffers[b].bytes;
      continue;
    }
    detail::add_storage(loop, b, problem);
  }
  problem.capacity.shared = loop.gpu.limits.shared_bytes;
  problem.capacity.registers = loop.register_bytes > sums ? loop.register_bytes - sums : 0;
  problem.capacity.tensor = loop.gpu.limits.tensor_bytes;
  return problem;
}

}  // namespace stretto
