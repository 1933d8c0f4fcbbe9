// PipelineProgram: the blocks of one iteration, in order, and their expansion into the kernel's ops.
#pragma once

#include <stretto/mojo/blocks/block.hpp>
#include <stretto/mojo/declare/pipe.hpp>

namespace stretto {

/// Derived wait counts, or the manual ones when auto_waits is off.
struct WaitCounts {
  int lgkm_first = 0;  ///< the first block of each half
  int vm_last = 0;     ///< the last block of each half

  friend constexpr bool operator==(const WaitCounts&, const WaitCounts&) = default;
};

/// The kernel of a double-buffer schedule, block by block.
struct PipelineProgram {
  Vector<MMABlockSpec> blocks;             ///< in order
  int blocks_per_partition = 1;            ///< how many make a half
  Vector<Vector<OpDesc>> explicit_blocks;  ///< per block; empty = use the block's flags
  WaitCounts waits;                        ///< counts that the blocks use

  /// The half that a block belongs to.
  [[nodiscard]] constexpr int partition(int block) const { return block / blocks_per_partition; }
  /// A block's place in its half, from 0.
  [[nodiscard]] constexpr int position(int block) const { return block % blocks_per_partition; }

  /// Has the schedule written this block by hand?
  [[nodiscard]] constexpr bool is_explicit(int block) const {
    return block < explicit_blocks.size() && !explicit_blocks[block].empty();
  }

  /// Ops of one block: the explicit list verbatim, or the expansion of its flags.
  [[nodiscard]] constexpr Vector<OpDesc> block_ops(int block) const {
    if (is_explicit(block)) return explicit_blocks[block];
    return expand_block(blocks[block]);
  }

  /// Ops of all blocks. Explicit blocks mark no prefetches.
  [[nodiscard]] constexpr Vector<ScheduleEntry> expand_to_list(Section section = Section::kernel) const {
    EntryBuilder entries(section);
    for (int b = 0; b < blocks.size(); ++b) {
      for (const OpDesc& op : block_ops(b)) entries.add(op, !is_explicit(b) && op.is_prefetch());
    }
    return entries.entries();
  }
};

}  // namespace stretto
