// on_target: maps a declared loop to a GPU. Roles come from assign_roles.hpp, costs from op_costs.hpp.
//
// If multiplications read registers, each one is split into `fragment_steps` parts, and a fragment read brings each
// part's operands from shared memory into registers. Other ops that read shared memory get a fragment read, too. On
// every target, a load that reads shared memory (a gather reads its indices) reads it into registers first: addresses
// are operands in registers.
#pragma once

#include <stretto/pipeline/assign_roles.hpp>
#include <stretto/pipeline/check_loop.hpp>
#include <stretto/pipeline/declared_terms.hpp>
#include <stretto/pipeline/op_costs.hpp>

namespace stretto {

namespace detail {

class OnTarget {
 public:
  constexpr OnTarget(const Loop& loop, const Gpu& gpu)
      : loop_(loop), gpu_(gpu), assigned_(loop, gpu), costs_(loop, gpu) {
    out_.name = loop.name;
    out_.gpu = gpu;
    out_.cluster = loop.cluster;
    out_.register_bytes = gpu.registers_of_wave(loop.threads / gpu.wave_lanes);
  }

  constexpr TargetLoop run() {
    assigned_.add_roles(out_.roles);
    for (int b = 0; b < loop_.buffers.size(); ++b) add_buffer(b);
    for (int i = 0; i < loop_.ops.size(); ++i) add_op(i);
    return static_cast<TargetLoop&&>(out_);
  }

 private:
  [[nodiscard]] constexpr bool reads_fragments() const { return gpu_.multiplies == MmaKind::from_registers; }

  constexpr void add_buffer(int b) {
    const LoopBuffer& declared = loop_.buffers[b];
    TargetBuffer buffer;
    buffer.name = declared.name;
    buffer.source = b;
    buffer.bytes = declared.bytes;
    buffer.in_place_of = declared.in_place_of;
    buffer.fixed_slots = declared.slots;
    buffer.sum = is_sum(loop_, b);
    if (declared.space != LoopSpace::shared) {
      const bool tensor = in_tensor_memory(loop_, gpu_, b);
      buffer.space = tensor ? Space::tensor : Space::registers;
      const int waves = loop_.threads / gpu_.wave_lanes;
      if (!tensor) buffer.bytes = (declared.bytes + waves - 1) / waves;
      const bool product = tensor && !buffer.sum;  // tensor memory has slots, registers do not
      if (buffer.fixed_slots == 0 && !product) buffer.fixed_slots = 1;
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
    op.role = assigned_.role_of(loop_.ops[i]);
    op.lingers = loop_.ops[i].lingers;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op == i && access.mode == LoopMode::accumulate) op.chain = access.buffer;
    }
    return op;
  }

  /// The last op that accumulates in a buffer.
  [[nodiscard]] constexpr int last_of_chain(int buffer) const {
    int last = -1;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.buffer == buffer && access.mode == LoopMode::accumulate && access.op > last) last = access.op;
    }
    return last;
  }

  [[nodiscard]] constexpr int groups_of(const TargetOp& op) const { return out_.roles[op.role].groups; }

  /// Bytes of shared memory that a load writes, or a store reads.
  [[nodiscard]] constexpr long copied_bytes(int i, LoopMode mode) const {
    long bytes = 0;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op == i && access.mode == mode && loop_.buffers[access.buffer].space == LoopSpace::shared) {
        bytes += loop_.buffers[access.buffer].bytes;
      }
    }
    return bytes;
  }

  constexpr void add_load(int i) {
    TargetOp op = named(i);
    op.action = Action::fetch;
    op.bytes = static_cast<int>(copied_bytes(i, LoopMode::write));  // check_loop limits them
    op.multicast = loop_.ops[i].multicast;
    costs_.of_load(op, groups_of(op));
    push(i, op);
  }

  constexpr void add_store(int i) {
    TargetOp op = named(i);
    op.bytes = static_cast<int>(copied_bytes(i, LoopMode::read));
    costs_.of_store(op, loop_.ops[i], groups_of(op));
    push(i, op);
  }

  constexpr void add_compute(int i) {
    TargetOp op = named(i);
    // Fragments have a read of their own.
    const long bytes = written_bytes(i) + (reads_fragments() ? 0 : read_bytes(i, op));
    costs_.of_compute(op, loop_.ops[i], bytes, groups_of(op));
    push(i, op);
  }

  /// Bytes of shared memory that all waves write, or read, together. Each wave reads one part of a buffer.
  [[nodiscard]] constexpr long written_bytes(int i) const { return copied_bytes(i, LoopMode::write); }
  [[nodiscard]] constexpr long read_bytes(int i, const TargetOp& op) const {
    return read_bytes_of_wave(i, op) * out_.roles[op.role].all_waves();
  }
  [[nodiscard]] constexpr long read_bytes_of_wave(int i, const TargetOp& op, int steps = 1) const {
    long bytes = 0;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op != i || !is_fragment(access)) continue;
      const LoopBuffer& from = loop_.buffers[access.buffer];
      bytes += from.bytes / (from.parts == 0 ? out_.roles[op.role].all_waves() : from.parts) / steps;
    }
    return bytes;
  }

  constexpr void add_multiply(int i) {
    const int steps = reads_fragments() ? loop_.fragment_steps : 1;
    for (int s = 0; s < steps; ++s) {
      TargetOp op = named(i);
      op.step = s;
      if (op.chain < 0) op.chain = loop_.buffers.size() + i;  // its own parts
      costs_.of_multiply(op, loop_.ops[i], groups_of(op), steps);
      push(i, op, steps);
    }
  }

  /// Adds an op with its accesses, preceded by a fragment read if its operands must be in registers.
  constexpr void push(int i, const TargetOp& op, int steps = 1) {
    const bool in_registers = reads_fragments() || op.action == Action::fetch;
    const int fragments = in_registers ? add_fragment_read(i, op, steps) : -1;
    const int index = out_.ops.size();
    out_.ops.push_back(op);
    if (fragments >= 0) out_.accesses.push_back({index, fragments, AccessMode::read, 0});
    for (const LoopAccess& declared : loop_.accesses) {
      if (declared.op != i || (fragments >= 0 && is_fragment(declared))) continue;
      if (declared.mode == LoopMode::accumulate) {
        // Ops and their parts add to one accumulator in order, in one role and with one counter, and nothing else
        // accesses it in the loop. So the last op represents them all: its first part reads the sum of the previous
        // iteration, and its last part writes the new one.
        if (last_of_chain(declared.buffer) != i) continue;
        if (op.step == 0) out_.accesses.push_back({index, declared.buffer, AccessMode::read, 1});
        if (op.step + 1 == steps) out_.accesses.push_back({index, declared.buffer, AccessMode::write, 0});
        continue;
      }
      const AccessMode mode = declared.mode == LoopMode::write ? AccessMode::write : AccessMode::read;
      out_.accesses.push_back({index, declared.buffer, mode, declared.distance});
      if (mode == AccessMode::read) keep_replaced(i, index, declared);
    }
  }

  /// A value in place of another one needs the registers of that one: its readers read them, too. These reads order the
  /// schedule; the emitted programs do not have them.
  constexpr void keep_replaced(int declared, int op, LoopAccess read) {
    for (int base = loop_.buffers[read.buffer].in_place_of; base >= 0; base = loop_.buffers[read.buffer].in_place_of) {
      for (const LoopAccess& access : loop_.accesses) {
        // The op that writes the value in place reads the replaced one at some distance.
        if (access.buffer == base && access.mode == LoopMode::read && writes(access.op, read.buffer)) {
          read.distance += access.distance;
          break;
        }
      }
      read.buffer = base;
      // An op that writes the registers anew has them from its first part on.
      const bool has_them = out_.ops[op].step > 0 && writes(declared, base);
      if (!has_them && !reads(op, base)) out_.accesses.push_back({op, base, AccessMode::read, read.distance, true});
    }
  }
  [[nodiscard]] constexpr bool writes(int op, int buffer) const {
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op == op && access.buffer == buffer && access.mode == LoopMode::write) return true;
    }
    return false;
  }
  [[nodiscard]] constexpr bool reads(int op, int buffer) const {
    for (const TargetAccess& access : out_.accesses) {
      if (access.op == op && access.buffer == buffer && access.mode == AccessMode::read) return true;
    }
    return false;
  }

  [[nodiscard]] constexpr bool is_fragment(const LoopAccess& access) const {
    return access.mode == LoopMode::read && loop_.buffers[access.buffer].space == LoopSpace::shared;
  }

  /// Adds one read of everything that a part of an op needs from shared memory. Returns the fragment buffer, or -1 if
  /// the op reads no shared memory.
  constexpr int add_fragment_read(int i, const TargetOp& for_op, int steps) {
    const int waves = out_.roles[for_op.role].all_waves();
    const int bytes = saturated(read_bytes_of_wave(i, for_op, steps));
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
    op.chain = -1;
    op.multicast = false;
    op.bytes = 0;
    op.port = 0;
    op.action = reads_fragments() ? Action::move : Action::consume;
    costs_.of_fragment_read(op, bytes, waves, groups_of(op));
    if (!reads_fragments()) {
      // Roles that signal each other have no counter for it: the wave waits for what it reads.
      op.counter = Counter::none;
      op.hold = op.latency;
    }
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
  AssignRoles assigned_;
  OpCosts costs_;
  TargetLoop out_;
};

}  // namespace detail

/// Fails if the loop breaks a rule of declared loops (`check_loop`), or what the target makes of it cannot run: values
/// in registers that two roles access, a multicast to the role that reads it, sums that exceed the registers.
constexpr Result<TargetLoop> on_target(const Loop& loop, const Gpu& gpu) {
  if (const Diagnostic error = detail::check_loop(loop, gpu)) return error;
  TargetLoop target = detail::OnTarget(loop, gpu).run();
  if (const Diagnostic error = detail::check_target_loop(target)) return detail::in_declared_terms(target, error);
  return target;
}

}  // namespace stretto
