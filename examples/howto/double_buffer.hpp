// A hand-written double buffer as a wave program: what each wave of a block executes, step by step. 128 threads are
// four waves; each loads a quarter of a tile with cp.async, and reads from the parts of all four.
#pragma once

#include <stretto/stretto.hpp>

namespace howto {

using namespace stretto;

/// The ops of the loop, and the program that they are added to.
struct DoubleBuffer {
  static constexpr Advance i = indices::i;
  WaveProgramBuilder loop;
  BufferHandle tile = loop.shared("tile", 2);
  BufferHandle fragments = loop.registers("fragments");
  WaveProgramBuilder::RoleHandle block = loop.role("block", 4);

  /// One tile is loaded before the first trip; each trip loads one tile and adds one.
  constexpr DoubleBuffer() { loop.program.tiles = 1; }
  DoubleBuffer(const DoubleBuffer&) = delete;  // its parts refer to each other
  DoubleBuffer& operator=(const DoubleBuffer&) = delete;

  /// cp.async of a tile into its slot; commit.
  [[nodiscard]] constexpr StepDraft load(Advance n) const {
    return steps::fetch(n).in(Counter::copy).writes(tile[n]).of_op(0);
  }
  /// Reads tile i from shared memory into registers.
  [[nodiscard]] constexpr StepDraft read() const { return steps::move().reads(tile[i]).writes(fragments).of_op(1); }
  [[nodiscard]] constexpr StepDraft add() const { return steps::accumulate().reads(fragments).of_op(2); }
};

/// The synchronisation of the hand-written loop; a mistake changes one member.
struct ByHand {
  int pending = 1;          // operations that the kernel's wait leaves pending
  int last_pending = 0;     // and the epilogue's wait
  bool before_read = true;  // a barrier after that wait
  bool after_read = true;   // a barrier at the end of the trip
};

/// The loop of column_sums.cu: n tiles are n - 1 trips, and the last tile is the epilogue.
constexpr WaveProgram by_hand(const ByHand& has = {}) {
  using namespace steps;
  using indices::i;
  DoubleBuffer x;
  x.block.prologue(x.load(i));
  x.block.kernel(x.load(i + 1));                     // cp.async of tile i + 1; commit
  x.block.kernel(wait(Counter::copy, has.pending));  // cp.async.wait_group 1: this thread's part of tile i is there
  if (has.before_read) x.block.kernel(barrier());    // __syncthreads(): the parts of all threads
  x.block.kernel(x.read(), x.add());                 // of tile i
  if (has.after_read) x.block.kernel(barrier());
  x.block.epilogue(wait(Counter::copy, has.last_pending), barrier(), x.read(), x.add());
  return x.loop.program;
}

/// The same ops in the same order, and nothing else.
constexpr WaveProgram data_alone() {
  using indices::i;
  DoubleBuffer x;
  x.block.prologue(x.load(i)).kernel(x.load(i + 1), x.read(), x.add()).epilogue(x.read(), x.add());
  return x.loop.program;
}

}  // namespace howto
