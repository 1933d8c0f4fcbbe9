// Readable dumps of ops, entries and blocks. A kernel's tags are named by a function of its own.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/names.hpp>

namespace stretto {

/// Names a kernel tag, or returns null when it has none.
using TagNamer = const char* (*)(int tag);

/// For kernels whose tags have no names: dumps then write numbers.
constexpr const char* no_tag_names(int) { return nullptr; }

namespace detail {
constexpr Text tag_text(int tag, TagNamer namer) {
  Text text;
  const char* known = tag < tags::first_framework ? namer(tag) : framework_tag_name(tag);
  if (known != nullptr) {
    text << known;
  } else {
    text << "tag " << tag;
  }
  return text;
}
}  // namespace detail

/// "LOAD_A stage 1 subtile 0 @K1", "WAIT_VM 6", "SCHED_GROUP_BARRIER LDS_READ 1".
constexpr Text dump_op(const OpDesc& op, TagNamer namer = no_tag_names) {
  Text text = detail::tag_text(op.tag, namer);
  switch (op.tag) {
    case tags::barrier:
    case tags::schedule_barrier:
    case tags::none: return text;
    case tags::wait_vm:
    case tags::wait_lgkm:
    case tags::set_prio: text << " " << op.wait_value; return text;
    case tags::sched_group_barrier: {
      constexpr const char* classes[] = {"LDS_READ", "LDS_WRITE", "GLOBAL_READ", "MMA"};
      text << " " << (op.subtile >= 0 && op.subtile < 4 ? classes[op.subtile] : "?") << " " << op.wait_value;
      return text;
    }
    default: break;
  }
  if (op.role == OpRole::compute) {
    text << " [" << op.stage << "," << op.subtile << "]";
  } else {
    text << " stage " << op.stage << " subtile " << op.subtile;
  }
  if (op.k_offset != KOffsetKind::none) text << " @" << name(op.k_offset);
  if (op.vm_cost != 0) text << " vm " << op.vm_cost;
  if (op.lgkm_cost != 0) text << " lgkm " << op.lgkm_cost;
  return text;
}

/// One line an entry: slot, op, and "prefetch" where it is emitted only if a next iteration exists.
template <class Entries>
constexpr Text dump_entries(const Entries& entries, TagNamer namer = no_tag_names) {
  Text text;
  for (const ScheduleEntry& entry : entries) {
    Text line;
    line << entry.time_slot;
    Text padded;
    padded.pad_to(5 - line.size()) << line << "  " << dump_op(entry.op, namer);
    if (entry.is_prefetch) padded.pad_to(44) << "prefetch";
    text << padded << "\n";
  }
  return text;
}

/// One line a block: its ops as they are emitted.
constexpr Text dump_blocks(const PipelineProgram& program, TagNamer namer = no_tag_names) {
  Text text;
  for (int b = 0; b < program.blocks.size(); ++b) {
    text << "block " << b << " (half " << program.partition(b) << "): ";
    const char* separator = "";
    for (const OpDesc& op : program.block_ops(b)) {
      text << separator << dump_op(op, namer);
      separator = "; ";
    }
    text << "\n";
  }
  return text;
}

}  // namespace stretto
