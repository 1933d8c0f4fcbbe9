// Readable dumps of ops, entries and blocks. The kernel supplies a function that names its tags.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/names.hpp>

namespace stretto {

/// Returns the name of a kernel tag, or null if it has none.
using TagNamer = const char* (*)(int tag);

/// A namer for kernels whose tags have no names: dumps print numbers.
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

/// Dumps one op: "LOAD_A stage 1 subtile 0 @K1", "WAIT_VM 6", "SCHED_GROUP_BARRIER LDS_READ 1".
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

/// Dumps one line per entry: time slot, op, and "prefetch" if it is executed only when there is a next iteration.
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

/// Dumps one line per block: its ops as emitted.
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
