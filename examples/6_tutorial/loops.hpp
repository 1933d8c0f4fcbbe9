// The main loop, three times: naive, pipelined by hand, and unrolled from a plan. A block does the work: on a GPU with
// instructions (device_block.cuh), on a CPU with numbers (emulated_block.hpp), or it only records what the loop does,
// for the verifier (recorded_block.hpp).
#pragma once

#include <stretto/pipeline/static_pipeline.hpp>

#include "layout.hpp"

namespace tutorial {

/// Reads fragments into registers, then multiplies, part by part.
STRETTO_CALLS_ANY_SPACE
template <class Block>
STRETTO_HOST_DEVICE STRETTO_INLINE void multiply(Block& block, int slot) {
  block.template read<0>(slot, slot);
  block.template multiply<0>();
  block.template read<1>(slot, slot);
  block.template multiply<1>();
}

/// A loop with given prologue, trip and epilogue.
template <class Trips>
struct Written : Trips {
  STRETTO_CALLS_ANY_SPACE
  template <class Block>
  STRETTO_HOST_DEVICE static void run(Block& block, int k_tiles) {
    const int trips = k_tiles - Trips::peeled;
    Trips::prologue(block);
    STRETTO_ROLLED
    for (int i = 0; i < trips; ++i) Trips::trip(block, i);
    Trips::epilogue(block, trips);
  }
};

struct NaiveTrips {
  static constexpr int slots_a = 1, slots_b = 1;
  static constexpr int peeled = 0;  // tiles that are multiplied outside of the trips

  template <class Block>
  STRETTO_HOST_DEVICE static void prologue(Block&) {}
  STRETTO_CALLS_ANY_SPACE
  template <class Block>
  STRETTO_HOST_DEVICE static void trip(Block& block, int i) {
    block.load(i);  // global memory to registers to shared memory
    block.barrier();
    multiply(block, 0);
    block.barrier();
  }
  template <class Block>
  STRETTO_HOST_DEVICE static void epilogue(Block&, int) {}
};

using Naive = Written<NaiveTrips>;

enum class SecondBarrier : bool { left_out, kept };

/// cp.async and two buffers: tile i + 1 is loaded while tile i is multiplied.
template <SecondBarrier Second>
struct TripsByHand {
  static constexpr int slots_a = 2, slots_b = 2;
  static constexpr int peeled = 1;

  STRETTO_CALLS_ANY_SPACE
  template <class Block>
  STRETTO_HOST_DEVICE static void prologue(Block& block) {
    block.copy_a(0, 0);
    block.copy_b(0, 0);
    block.commit();
  }
  STRETTO_CALLS_ANY_SPACE
  template <class Block>
  STRETTO_HOST_DEVICE static void trip(Block& block, int i) {
    block.copy_a(i + 1, (i + 1) % 2);
    block.copy_b(i + 1, (i + 1) % 2);
    block.commit();
    block.template wait<1>();
    block.barrier();
    multiply(block, i % 2);
    if constexpr (Second == SecondBarrier::kept) block.barrier();
  }
  STRETTO_CALLS_ANY_SPACE
  template <class Block>
  STRETTO_HOST_DEVICE static void epilogue(Block& block, int i) {
    block.template wait<0>();
    block.barrier();
    multiply(block, i % 2);
  }
};

template <SecondBarrier Second>
using ByHand = Written<TripsByHand<Second>>;

/// A plan has the entries of a pipeline and the tags of its loads.
template <class Plan>
struct Pipelined {
  static constexpr int slots_a = Plan::pipe.slots("A"), slots_b = Plan::pipe.slots("B");

  STRETTO_CALLS_ANY_SPACE
  template <class Block>
  STRETTO_HOST_DEVICE static void run(Block& block, int k_tiles) {
    stretto::run<Plan, 0>(k_tiles, [&](auto entry, int i) {
      constexpr stretto::Entry e = entry.value;
      const int tile = i + e.iteration;
      if constexpr (e.action == stretto::Action::fetch) {
        if constexpr (e.tag == Plan::load_a) block.copy_a(tile, tile % slots_a);
        if constexpr (e.tag == Plan::load_b) block.copy_b(tile, tile % slots_b);
        block.commit();
      } else if constexpr (e.action == stretto::Action::wait && e.counter == stretto::Counter::copy) {
        block.template wait<e.count>();
      } else if constexpr (e.action == stretto::Action::barrier) {
        block.barrier();
      } else if constexpr (e.action == stretto::Action::move) {
        block.template read<e.part>(tile % slots_a, tile % slots_b);
      } else if constexpr (e.action == stretto::Action::consume) {
        block.template multiply<e.part>();
      } else {
        // nothing to emit: bar.sync already covers this thread's shared-memory reads
        static_assert(e.action == stretto::Action::wait && e.counter == stretto::Counter::lgkm);
      }
    });
  }
};

}  // namespace tutorial
