// A hash of loop, target and options. A plan in a file records the hash of those that it was made for.
#pragma once

#include <stretto/core/version.hpp>
#include <stretto/pipeline/loop.hpp>
#include <stretto/pipeline/options.hpp>

namespace stretto {

namespace detail {

/// Hashes words and texts, in the manner of FNV-1a.
class Fingerprint {
 public:
  constexpr void add(long word) {
    value_ ^= static_cast<unsigned long>(word);
    value_ *= 0x100000001b3UL;
    value_ ^= value_ >> 29;
  }
  constexpr void add(const char* text) {
    int length = 0;
    for (; text[length] != '\0'; ++length) add(static_cast<long>(text[length]));
    add(length);
  }
  [[nodiscard]] constexpr unsigned long value() const { return value_; }

 private:
  unsigned long value_ = 0xcbf29ce484222325UL;
};

constexpr void add_loop(Fingerprint& out, const Loop& loop) {
  out.add(loop.name);
  for (int number : {loop.threads, loop.groups, loop.cluster, loop.fragment_steps}) out.add(number);
  for (const LoopBuffer& buffer : loop.buffers) {
    out.add(buffer.name);
    for (int number : {static_cast<int>(buffer.space), buffer.bytes, buffer.slots, buffer.parts, buffer.in_place_of})
      out.add(number);
  }
  for (const LoopRole& role : loop.roles) {
    out.add(role.name);
    out.add(role.waves);
  }
  for (const LoopOp& op : loop.ops) {
    out.add(op.name);
    for (int number : {op.tag, static_cast<int>(op.kind), op.role, op.m, op.n, op.k, static_cast<int>(op.type),
                       op.dependent, static_cast<int>(op.waited), op.lingers, static_cast<int>(op.multicast)}) {
      out.add(number);
    }
    out.add(op.operations);
    out.add(op.exponentials);
  }
  for (const LoopAccess& access : loop.accesses) {
    for (int number : {access.op, access.buffer, static_cast<int>(access.mode), access.distance}) out.add(number);
  }
}

/// The figures that a schedule depends on; not the names of the GPU.
constexpr void add_gpu(Fingerprint& out, const Gpu& gpu) {
  for (int number : {static_cast<int>(gpu.copies),
                     static_cast<int>(gpu.multiplies),
                     gpu.wave_lanes,
                     gpu.flops_bf16,
                     gpu.flops_fp8,
                     gpu.mma_latency,
                     gpu.mma_rows,
                     gpu.mma_columns,
                     gpu.mma_k_bytes,
                     gpu.lane_operations,
                     gpu.exponentials,
                     gpu.shared_per_cycle,
                     gpu.shared_latency,
                     gpu.global_per_cycle,
                     gpu.global_latency,
                     gpu.copy_bytes,
                     gpu.issue,
                     gpu.barrier,
                     gpu.mbarrier_cycles,
                     gpu.lane_registers,
                     gpu.spare_registers}) {
    out.add(number);
  }
  const CounterLimits& limits = gpu.limits;
  for (long number : {gpu.register_file, static_cast<long>(limits.vm_capacity), static_cast<long>(limits.lgkm_capacity),
                      static_cast<long>(limits.max_wait_vm), static_cast<long>(limits.max_wait_lgkm),
                      static_cast<long>(limits.max_wait_mma), static_cast<long>(limits.max_expected_bytes),
                      limits.shared_bytes, limits.register_bytes, limits.tensor_bytes}) {
    out.add(number);
  }
}

}  // namespace detail

/// The fingerprint of a loop on a GPU, with the options and the version of the library that plan it.
constexpr unsigned long fingerprint(const Loop& loop, const Gpu& gpu, const PipelineOptions& options = {}) {
  detail::Fingerprint out;
  out.add(STRETTO_VERSION);
  detail::add_loop(out, loop);
  detail::add_gpu(out, gpu);
  const ModuloOptions& modulo = options.modulo;
  for (long number : {modulo.fixed_ii, modulo.max_stages, static_cast<long>(modulo.only_interval), modulo.budget.nodes,
                      modulo.objective_nodes, static_cast<long>(options.persistent),
                      static_cast<long>(options.barriers), static_cast<long>(options.earliest_starts)}) {
    out.add(number);
  }
  return out.value();
}

}  // namespace stretto
