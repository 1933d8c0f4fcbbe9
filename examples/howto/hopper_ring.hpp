// A hand-written Hopper ring as a wave program: one warp loads K tiles with TMA into four slots, two warpgroups
// multiply them. The kernel is persistent: the ring's index and its phases continue from output tile to output tile.
#pragma once

#include <stretto/stretto.hpp>

namespace howto {

using namespace stretto;

/// What a hand-written ring may get wrong.
struct HandWrittenRing {
  int outstanding_groups = 1;  // wgmma groups that the consumers' wait leaves outstanding
};

/// The ring as the kernel's source has it.
constexpr WaveProgram hopper_ring(const HandWrittenRing& has = {}) {
  using namespace steps;
  using namespace indices;
  constexpr int slots = 4;
  constexpr int bytes = 2 * 128 * 64 * 2;
  WaveProgramBuilder ring;
  ring.program.persistent = true;
  ring.program.tiles = 1;  // the prologue multiplies one K tile, each trip one more
  ring.program.limits = targets::h200.limits;
  const auto tile = ring.shared("A and B", slots, bytes);
  const auto full = ring.mbarrier("full", slots, 1);
  const auto empty = ring.mbarrier("empty", slots, 2);
  ring.role("producer")
      .extra_trips(1)
      .kernel(await(empty[i], i / slots + 1),  // a fresh barrier counts as empty
              arrive(full[i]).expects(bytes),  // mbarrier.arrive.expect_tx
              fetch(i).writes(tile[i]).signals(full[i], bytes));
  const auto multiply = accumulate().in(Counter::mma);
  auto consumer = ring.role("consumer 0");
  consumer.prologue(await(full[i]), multiply.reads(tile[i]));
  consumer.kernel(await(full[i + 1]), multiply.reads(tile[i + 1]), wait(Counter::mma, has.outstanding_groups),
                  arrive(empty[i]));
  consumer.epilogue(wait(Counter::mma, 0), arrive(empty[i]));
  ring.role("consumer 1", consumer);
  return ring.program;
}

}  // namespace howto
