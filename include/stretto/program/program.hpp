// PipelineProgram: the blocks of one iteration, in order, and their expansion into the kernel's ops.
#pragma once

#include <stretto/declare/pipe.hpp>
#include <stretto/program/block.hpp>

namespace stretto {

/// Derived wait counts, or the manual ones when auto_waits is off.
struct WaitCounts {
  int lgkm_first = 0;  // the first block of each half
  int vm_last = 0;     // the last block of each half

  friend constexpr bool operator==(const WaitCounts&, const WaitCounts&) = default;
};

struct PipelineProgram {
  Vector<MMABlockSpec> blocks;
  int blocks_per_partition = 1;
  Vector<Vector<OpDesc>> explicit_blocks;  // per block; empty = use the block's flags
  WaitCounts waits;

  [[nodiscard]] constexpr int partition(int block) const { return block / blocks_per_partition; }
  [[nodiscard]] constexpr int position(int block) const { return block % blocks_per_partition; }

  /// Ops of all blocks. Explicit blocks are emitted verbatim and mark no prefetches.
  [[nodiscard]] constexpr Vector<ScheduleEntry> expand_to_list(Phase phase = Phase::kernel) const {
    EntryBuilder entries(phase);
    for (int b = 0; b < blocks.size(); ++b) {
      if (b < explicit_blocks.size() && !explicit_blocks[b].empty()) {
        entries.add_all(explicit_blocks[b]);
      } else {
        for (const OpDesc& op : expand_block(blocks[b])) entries.add(op, op.is_prefetch());
      }
    }
    return entries.entries();
  }
};

}  // namespace stretto
