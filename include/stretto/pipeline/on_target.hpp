// on_target: maps a declared loop to a GPU and computes what each op costs there.
//
// Roles: with bulk loads, a producer issues the loads, a multiplier issues the multiplications if their accumulators
// are in tensor memory, and a consumer executes the rest. On other targets all waves execute everything. If
// multiplications read registers, each one is split into `fragment_steps` parts, and a fragment read brings each part's
// operands from shared memory into registers. Other ops that read shared memory get a fragment read, too.
#pragma once

#include <stretto/core/limits.hpp>
#include <stretto/pipeline/check_loop.hpp>
#include <stretto/pipeline/loop.hpp>
#include <stretto/pipeline/target_loop.hpp>

namespace stretto {

namespace detail {

class OnTarget {
 public:
  constexpr OnTarget(const Loop& loop, const Gpu& gpu) : loop_(loop), gpu_(gpu) {
    out_.name = loop.name;
    out_.gpu = gpu;
    out_.cluster = loop.cluster;
  }

  constexpr TargetLoop run() {
    add_roles();
    for (int b = 0; b < loop_.buffers.size(); ++b) add_buffer(b);
    for (int i = 0; i < loop_.ops.size(); ++i) add_op(i);
    return static_cast<TargetLoop&&>(out_);
  }

 private:
  [[nodiscard]] constexpr bool reads_fragments() const { return gpu_.multiplies == MmaKind::from_registers; }

  constexpr void add_roles() {
    const int waves = loop_.threads / gpu_.wave_lanes;
    if (gpu_.copies != CopyKind::bulk) {
      add_role("waves", waves / loop_.groups, loop_.groups);
    } else if (!loop_.roles.empty()) {
      for (const LoopRole& role : loop_.roles) add_role(role.name, role.waves);
    } else {
      bool computes = false;
      bool multiplies = false;
      for (const LoopOp& op : loop_.ops) {
        multiplies = multiplies || op.kind == WorkKind::multiply;
        computes = computes || op.kind == WorkKind::compute;
      }
      producer_ = add_role("producer", 1);
      if (multiplies && gpu_.multiplies == MmaKind::tensor_memory) multiplier_ = add_role("multiplier", 1);
      if (multiplies || computes) consumer_ = add_role("consumer", waves / loop_.groups, loop_.groups);
    }
    out_.register_bytes = gpu_.registers_of_wave(waves);
  }
  constexpr int add_role(const char* name, int waves, int groups = 1) {
    out_.roles.push_back({name, waves, groups});
    return out_.roles.size() - 1;
  }

  [[nodiscard]] constexpr int role_of(const LoopOp& op) const {
    if (gpu_.copies != CopyKind::bulk) return 0;
    if (!loop_.roles.empty()) return op.role;
    if (op.kind == WorkKind::load || op.kind == WorkKind::store) return producer_;
    if (op.kind == WorkKind::multiply && multiplier_ >= 0) return multiplier_;
    return consumer_;
  }

  constexpr void add_buffer(int b) {
    const LoopBuffer& declared = loop_.buffers[b];
    TargetBuffer buffer;
    buffer.name = declared.name;
    buffer.source = b;
    buffer.bytes = declared.bytes;
    buffer.fixed_slots = declared.slots;
    buffer.sum = declared.space == LoopSpace::accumulator;
    if (declared.space != LoopSpace::shared) {
      const bool tensor = buffer.sum && gpu_.multiplies == MmaKind::tensor_memory;
      buffer.space = tensor ? Space::tensor : Space::registers;
      if (!tensor) buffer.bytes = declared.bytes / (loop_.threads / gpu_.wave_lanes);
      if (buffer.fixed_slots == 0) buffer.fixed_slots = 1;
    }
    out_.buffers.push_back(buffer);
  }

  constexpr void add_op(int i) {
    const LoopOp& declared = loop_.ops[i];
    switch (declared.kind) {
      case WorkKind::load: add_load(i); break;
      case WorkKind::store: add_store(i); break;
      case WorkKind::multiply: add_multiply(i); break;
      case WorkKind::compute: add_compute(i); break;
    }
  }

  [[nodiscard]] constexpr TargetOp named(int i) const {
    TargetOp op;
    op.name = loop_.ops[i].name;
    op.tag = loop_.ops[i].tag;
    op.source = i;
    op.role = role_of(loop_.ops[i]);
    op.lingers = loop_.ops[i].lingers;
    return op;
  }

  [[nodiscard]] constexpr int groups_of(const TargetOp& op) const { return out_.roles[op.role].groups; }

  [[nodiscard]] constexpr int bytes_of_op(int i) const {
    int bytes = 0;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op == i && loop_.buffers[access.buffer].space == LoopSpace::shared) {
        bytes += loop_.buffers[access.buffer].bytes;
      }
    }
    return bytes;
  }

  constexpr void add_load(int i) {
    TargetOp op = named(i);
    op.action = Action::fetch;
    op.bytes = bytes_of_op(i);
    op.multicast = loop_.ops[i].multicast;
    op.unit = TargetUnit::memory;
    const int own = op.multicast ? op.bytes / loop_.cluster : op.bytes;
    op.occupancy = cycles_for(own / groups_of(op), gpu_.global_per_cycle);
    op.latency = gpu_.global_latency + op.occupancy;
    op.hold = gpu_.issue;
    switch (gpu_.copies) {
      case CopyKind::bulk: op.counter = Counter::bytes; break;
      case CopyKind::async_copy: op.counter = Counter::copy; break;
      case CopyKind::lds_load:
        op.counter = Counter::vm;
        op.weight = hardware_operations(op.bytes, gpu_.copy_bytes);
        break;
    }
    push(i, op);
  }

  [[nodiscard]] constexpr int hardware_operations(long bytes, int bytes_a_lane) const {
    const int operations = cycles_for(bytes, static_cast<long>(loop_.threads) * bytes_a_lane);
    return operations < 1 ? 1 : operations;
  }

  constexpr void add_store(int i) {
    TargetOp op = named(i);
    op.bytes = bytes_of_op(i);
    op.unit = TargetUnit::memory;
    op.occupancy = cycles_for(op.bytes / groups_of(op), gpu_.global_per_cycle);
    op.latency = op.occupancy + gpu_.shared_latency;  // until its source is read
    op.hold = op.occupancy;
    if (gpu_.copies == CopyKind::bulk) {
      op.counter = Counter::store;
      op.hold = gpu_.issue;
    }
    if (loop_.ops[i].waited) op.hold = op.latency;
    push(i, op);
  }

  constexpr void add_compute(int i) {
    const LoopOp& declared = loop_.ops[i];
    TargetOp op = named(i);
    op.unit = TargetUnit::lanes;
    op.occupancy = cycles_for(declared.operations / groups_of(op), gpu_.lane_operations) +
                   cycles_for(declared.exponentials / groups_of(op), gpu_.exponentials);
    op.latency = op.occupancy + declared.dependent;
    op.hold = op.occupancy;
    push(i, op);
  }

  constexpr void add_multiply(int i) {
    const LoopOp& declared = loop_.ops[i];
    const long flops = 2L * declared.m * declared.n * declared.k;
    const int steps = reads_fragments() ? loop_.fragment_steps : 1;
    for (int s = 0; s < steps; ++s) {
      TargetOp op = named(i);
      op.step = s;
      op.unit = TargetUnit::tensor;
      op.occupancy = cycles_for(flops / steps / groups_of(op), gpu_.flops(declared.type));
      op.latency = op.occupancy + gpu_.mma_latency;
      op.hold = gpu_.issue;
      if (gpu_.multiplies == MmaKind::warpgroup) op.counter = Counter::mma;
      if (gpu_.multiplies == MmaKind::tensor_memory) op.counter = Counter::tensor;
      if (reads_fragments()) op.hold = op.occupancy;
      if (declared.waited) op.hold = op.latency;
      // tcgen05 releases its operands itself.
      if (op.counter == Counter::tensor) op.lingers = 0;
      push(i, op, steps);
    }
  }

  /// Adds an op with its accesses, preceded by a fragment read if its operands must be in registers.
  constexpr void push(int i, const TargetOp& op, int steps = 1) {
    const int fragments = reads_fragments() ? add_fragment_read(i, op, steps) : -1;
    const int index = out_.ops.size();
    out_.ops.push_back(op);
    if (fragments >= 0) out_.accesses.push_back({index, fragments, AccessMode::read, 0});
    for (const LoopAccess& declared : loop_.accesses) {
      if (declared.op != i || (fragments >= 0 && is_fragment(declared))) continue;
      if (declared.mode == LoopMode::accumulate) {
        // The parts add to one accumulator in order; the first part reads it from the previous iteration.
        if (op.step == 0) out_.accesses.push_back({index, declared.buffer, AccessMode::read, 1});
        if (op.step + 1 == steps) out_.accesses.push_back({index, declared.buffer, AccessMode::write, 0});
        continue;
      }
      const AccessMode mode = declared.mode == LoopMode::write ? AccessMode::write : AccessMode::read;
      out_.accesses.push_back({index, declared.buffer, mode, declared.distance});
    }
  }

  [[nodiscard]] constexpr bool is_fragment(const LoopAccess& access) const {
    return access.mode == LoopMode::read && loop_.buffers[access.buffer].space == LoopSpace::shared;
  }

  /// Adds one read of everything that a part of an op needs from shared memory. Returns the fragment buffer, or -1 if
  /// the op reads no shared memory.
  constexpr int add_fragment_read(int i, const TargetOp& for_op, int steps) {
    const int waves = loop_.threads / gpu_.wave_lanes;
    int bytes = 0;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op != i || !is_fragment(access)) continue;
      const LoopBuffer& from = loop_.buffers[access.buffer];
      bytes += from.bytes / (from.parts == 0 ? waves : from.parts) / steps;
    }
    if (bytes == 0) return -1;
    TargetBuffer fragments;
    fragments.name = "fragments";
    fragments.space = Space::registers;
    fragments.bytes = bytes;
    fragments.fixed_slots = 1;
    out_.buffers.push_back(fragments);
    const int buffer = out_.buffers.size() - 1;

    TargetOp op = for_op;
    op.name = "fragments";
    op.action = Action::move;
    op.counter = Counter::lgkm;
    op.unit = TargetUnit::shared_port;
    op.occupancy = cycles_for(static_cast<long>(bytes) * waves / groups_of(op), gpu_.shared_per_cycle);
    op.latency = op.occupancy + gpu_.shared_latency;
    op.hold = gpu_.issue;
    op.weight = cycles_for(bytes, static_cast<long>(gpu_.wave_lanes) * 16);
    const int index = out_.ops.size();
    out_.ops.push_back(op);
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op == i && is_fragment(access)) {
        out_.accesses.push_back({index, access.buffer, AccessMode::read, access.distance});
      }
    }
    out_.accesses.push_back({index, buffer, AccessMode::write, 0});
    return buffer;
  }

  const Loop& loop_;
  const Gpu& gpu_;
  TargetLoop out_;
  int producer_ = -1;
  int multiplier_ = -1;
  int consumer_ = -1;
};

}  // namespace detail

/// Fails if the loop breaks a rule of declared loops, or if its accumulators do not fit the registers.
constexpr Result<TargetLoop> on_target(const Loop& loop, const Gpu& gpu) {
  if (const Diagnostic error = detail::check_loop(loop, gpu)) return error;
  TargetLoop target = detail::OnTarget(loop, gpu).run();
  for (const TargetAccess& access : target.accesses) {
    const int writer = target.writer(access.buffer);
    if (target.buffers[access.buffer].space != Space::registers || writer < 0) continue;
    if (target.ops[access.op].role != target.ops[writer].role) {
      return Diagnostic(Rule::registers_of_another_role, access.buffer, 0).with_op(access.op);
    }
  }
  for (const TargetAccess& access : target.accesses) {
    const bool reads = access.mode == AccessMode::read && target.multicast(access.buffer);
    if (reads && target.ops[access.op].role == target.ops[target.writer(access.buffer)].role) {
      return Diagnostic(Rule::multicast_to_itself, access.buffer, 0).with_op(access.op);
    }
  }
  long sums = 0;
  for (const TargetBuffer& buffer : target.buffers) {
    if (buffer.sum && buffer.space == Space::registers) sums += buffer.bytes;
  }
  if (sums > target.register_bytes) {
    return Diagnostic(Rule::registers_exceeded, saturated(sums), saturated(target.register_bytes));
  }
  return target;
}

}  // namespace stretto
