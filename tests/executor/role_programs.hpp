// Correct programs of roles, in the shapes that kernels have.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::executor {

/// Bulk loads into a ring, multiplied by a warpgroup or two: wgmma groups, one pending; a slot is released when the
/// multiplication after it has been issued. One K tile per trip and one before the first.
///
///   producer, n + 1 trips:  await empty; arrive full, expecting its bytes; fetch
///   consumer, prologue:     await full; multiply
///             kernel:       await full; multiply; wait mma(1); arrive empty of the slot before
///             epilogue:     wait mma(0); arrive empty
struct BulkRing {
  static constexpr int producer = 0;
  static constexpr int consumer = 1;
  static constexpr int bytes = 16;  // of a fetch
  static constexpr int full = 0;    // phase barriers
  static constexpr int empty = 1;
  enum ProducerStep { await_empty, arrive_full, fetch };
  enum ConsumerStep { await_full, multiply, wait_mma, arrive_empty };
};
WaveProgram bulk_ring(int slots, int consumer_waves = 2, bool persistent = false);

/// Two bulk loads per slot, the second to another buffer; released after the multiplication is complete.
WaveProgram bulk_ring_of_two(int slots, int consumer_waves = 1, bool persistent = false);

/// Tensor memory: one wave issues multiplications and signals through asynchronous arrivals that a slot of the ring is
/// free and that a result is there; others read the result. Every K tile has a result of its own.
WaveProgram tensor_ring(int slots, int results, int reader_waves = 1, bool persistent = false);

/// Two K tiles per trip are accumulated in one place of tensor memory, which is then read.
WaveProgram tensor_sums(int slots, int reader_waves = 1, bool persistent = false);

/// All K tiles are accumulated in one place of tensor memory, which is read at the end.
WaveProgram tensor_sum_at_end(int slots, int reader_waves = 1);

/// Two roles take turns by named barriers: one leaves a value in shared memory, the other takes it.
WaveProgram turns(int first_waves, int second_waves);

/// All waves run the same program: cp.async groups of two copies, `slots - 2` left in flight, and a workgroup barrier
/// per trip.
WaveProgram copy_ring(int slots, int waves, bool persistent = false);

/// Bulk loads, work, and bulk stores of its results; `results` slots of them.
WaveProgram store_ring(int slots, int results, int waves, bool persistent = false);

/// Fragments are read into two sets of registers while wgmma reads the other; loads bring bytes. Asynchronous arrivals
/// of copies fill the ring: each wave of the producer copies a part.
WaveProgram fragment_ring(int slots, int producer_waves, bool persistent = false);

/// Two waves each load a part of every tile, and two roles consume it at their own pace.
WaveProgram shared_ring(int slots, bool persistent = false);

/// Loaded tiles are processed by one role, which puts its products into a ring of its own, and its results are consumed
/// by another. What the first role keeps in registers goes from tile to tile.
WaveProgram chained_rings(int slots, int cooked_slots, bool persistent = false);

/// Two workgroups of a cluster, each with a ring of its own (phased::ClusterRings).
WaveProgram cluster_rings(int slots, int consumer_waves = 2, bool persistent = false);

}  // namespace stretto::executor
