// PipelineProgram: the blocks of one iteration, in order, and their expansion into the ops of the kernel section.
#pragma once

#include <stretto/mojo/blocks/block.hpp>
#include <stretto/mojo/declare/pipe.hpp>

namespace stretto {

/// Wait counts: derived, or the manual ones if auto_waits is off.
struct WaitCounts {
  int lgkm_first = 0;  ///< lgkm wait of the first block of each half
  int vm_last = 0;     ///< vm wait of the last block of each half

  friend constexpr bool operator==(const WaitCounts&, const WaitCounts&) = default;
};

/// The kernel section of a double-buffer schedule, block by block.
struct PipelineProgram {
  Vector<MMABlockSpec> blocks;             ///< in execution order
  int blocks_per_partition = 1;            ///< number of blocks in a half
  Vector<Vector<OpDesc>> explicit_blocks;  ///< ops of each block; empty = expand the block's flags
  WaitCounts waits;                        ///< counts used by the blocks

  /// The half that contains a block.
  [[nodiscard]] constexpr int partition(int block) const { return block / blocks_per_partition; }
  /// Position of a block in its half, from 0.
  [[nodiscard]] constexpr int position(int block) const { return block % blocks_per_partition; }

  /// True if the schedule provides the ops of this block itself.
  [[nodiscard]] constexpr bool is_explicit(int block) const {
    return block < explicit_blocks.size() && !explicit_blocks[block].empty();
  }

  /// Ops of one block: the explicit list verbatim, or the expansion of the block's flags.
  [[nodiscard]] constexpr Vector<OpDesc> block_ops(int block) const {
    if (is_explicit(block)) return explicit_blocks[block];
    return expand_block(blocks[block]);
  }

  /// Ops of all blocks. Entries of explicit blocks are never marked as prefetches.
  [[nodiscard]] constexpr Vector<ScheduleEntry> expand_to_list(Section section = Section::kernel) const {
    EntryBuilder entries(section);
    for (int b = 0; b < blocks.size(); ++b) {
      for (const OpDesc& op : block_ops(b)) entries.add(op, !is_explicit(b) && op.is_prefetch());
    }
    return entries.entries();
  }
};

}  // namespace stretto
