// What an op costs on a GPU: the unit that it occupies and for how long, its latency, how long it holds its role, and
// the counter that counts it with its weight.
//
// Costs are those of one group's share of the work. They decide the schedule. Counter and weight decide the waits, so a
// wrong one makes the proof one of another program.
#pragma once

#include <stretto/pipeline/loop.hpp>
#include <stretto/pipeline/target_loop.hpp>

namespace stretto::detail {

constexpr int cycles_for(long amount, long per_cycle) {
  return static_cast<int>(per_cycle > 0 ? (amount + per_cycle - 1) / per_cycle : 0);
}

class OpCosts {
 public:
  constexpr OpCosts(const Loop& loop, const Gpu& gpu) : loop_(loop), gpu_(gpu) {}

  /// A load of `op.bytes`.
  constexpr void of_load(TargetOp& op, int groups) const {
    op.unit = TargetUnit::memory;
    const int own = op.multicast ? op.bytes / loop_.cluster : op.bytes;
    op.occupancy = cycles_for(own / groups, gpu_.global_per_cycle);
    op.latency = gpu_.global_latency + op.occupancy;
    op.hold = gpu_.issue;
    switch (gpu_.copies) {
      case CopyKind::bulk: op.counter = Counter::bytes; break;
      case CopyKind::async_copy: op.counter = Counter::copy; break;
      case CopyKind::lds_load:
        op.counter = Counter::vm;
        op.weight = lane_loads(op.bytes);
        break;
    }
  }

  /// A store of `op.bytes`.
  constexpr void of_store(TargetOp& op, const LoopOp& declared, int groups) const {
    op.unit = TargetUnit::memory;
    op.occupancy = cycles_for(op.bytes / groups, gpu_.global_per_cycle);
    op.latency = op.occupancy + gpu_.shared_latency;  // until its source is read
    op.hold = op.occupancy;
    if (gpu_.copies == CopyKind::bulk) {
      op.counter = Counter::store;
      op.hold = gpu_.issue;
    }
    if (declared.waited) op.hold = op.latency;
  }

  /// Work on the lanes. The `bytes` that it reads and writes in shared memory go through the port while they work.
  constexpr void of_compute(TargetOp& op, const LoopOp& declared, long bytes, int groups) const {
    op.unit = TargetUnit::lanes;
    op.occupancy = cycles_for(declared.operations / groups, gpu_.lane_operations) +
                   cycles_for(declared.exponentials / groups, gpu_.exponentials);
    op.port = cycles_for(bytes / groups, gpu_.shared_per_cycle);
    op.hold = op.occupancy > op.port ? op.occupancy : op.port;
    op.latency = op.occupancy + declared.dependent;
    if (op.latency < op.hold) op.latency = op.hold;
  }

  /// One of `parts` equal parts of a multiplication.
  constexpr void of_multiply(TargetOp& op, const LoopOp& declared, int groups, int parts) const {
    const long flops = 2L * declared.m * declared.n * declared.k;
    op.unit = TargetUnit::tensor;
    op.occupancy = cycles_for(flops / parts / groups, gpu_.flops(declared.type));
    op.latency = op.occupancy + gpu_.mma_latency;
    op.hold = gpu_.issue;
    if (gpu_.multiplies == MmaKind::warpgroup) op.counter = Counter::mma;
    if (gpu_.multiplies == MmaKind::tensor_memory) op.counter = Counter::tensor;
    if (gpu_.multiplies == MmaKind::from_registers) op.hold = op.occupancy;
    if (declared.waited) op.hold = op.latency;
    // tcgen05 releases its operands itself.
    if (op.counter == Counter::tensor) op.lingers = 0;
  }

  /// A read of fragments: each of `waves` waves reads `bytes`.
  constexpr void of_fragment_read(TargetOp& op, int bytes, int waves, int groups) const {
    op.counter = Counter::lgkm;
    op.unit = TargetUnit::shared_port;
    op.occupancy = cycles_for(static_cast<long>(bytes) * waves / groups, gpu_.shared_per_cycle);
    op.latency = op.occupancy + gpu_.shared_latency;
    op.hold = gpu_.issue;
    op.weight = cycles_for(bytes, static_cast<long>(gpu_.wave_lanes) * 16);
  }

 private:
  /// The loads that each wave issues, of `copy_bytes` per lane.
  [[nodiscard]] constexpr int lane_loads(long bytes) const {
    const int loads = cycles_for(bytes, static_cast<long>(loop_.threads) * gpu_.copy_bytes);
    return loads < 1 ? 1 : loads;
  }

  const Loop& loop_;
  const Gpu& gpu_;
};

}  // namespace stretto::detail
