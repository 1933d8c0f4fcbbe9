#include "text_report.hpp"

#include "output.hpp"
#include "result_json.hpp"
#include "verification_text.hpp"

namespace stretto::tool {

namespace {

std::string op_text(const CompiledSchedule& compiled, int index, TagNamer namer) {
  std::string text = std::to_string(index);
  if (index >= 0 && index < compiled.body.size()) text += " (" + str(dump_op(compiled.body.ops[index], namer)) + ")";
  return text;
}

std::string notes(const char* what, const Vector<DepEdge>& edges, const CompiledSchedule& compiled, TagNamer namer) {
  std::string out;
  for (const DepEdge& edge : edges) {
    out += std::string(what) + " violates the same-iteration " + name(edge.kind) + " edge " +
           op_text(compiled, edge.producer, namer) + " -> " + op_text(compiled, edge.consumer, namer) + "\n";
  }
  return out;
}

void section(std::string& out, const char* title, const Vector<ScheduleEntry>& entries, TagNamer namer) {
  out += std::string("\n") + title + ": " + str(dump_statistics(section_statistics(entries))) + "\n";
  out += str(dump_entries(entries, namer));
}

/// One line per derived wait and barrier: which entry must complete before which other one begins.
std::string sync_reasons(const CompiledSchedule& compiled, TagNamer namer) {
  const EmittedSections sections = emitted_sections(compiled);
  const WaveProgram program = lower(sections, compiled.protocol).value;
  const auto entry_text = [&](Section of, int entry) {
    if (entry < 0) return std::string("an operation of the kernel itself");
    const std::string op = str(dump_op(sections.entries[of].first[entry].op, namer));
    return name(of) + ("[" + std::to_string(entry) + "] ") + op;
  };
  std::string out = "\nderived synchronisation: " + std::to_string(compiled.derived.derived_barriers_per_trip) +
                    " barriers per trip, plus " + std::to_string(compiled.derived.pacing_barriers_per_trip) +
                    " pacing barriers\n";
  for (const SyncNote& note : compiled.derived.notes) {
    const SyncReason& why = note.reason;
    out += "  " + entry_text(note.section, note.entry) + ": " + name(why.kind) + ", " +
           entry_text(why.first_section, why.first_entry) + " before " +
           entry_text(why.second_section, why.second_entry);
    if (why.buffer >= 0) out += std::string(" (") + program.buffers[why.buffer].name + ")";
    out += "\n";
  }
  return out;
}

}  // namespace

std::string broken_edge_notes(const Case& input, const CompiledSchedule& compiled) {
  const TagNamer namer = tag_namer(input);
  return notes("the order", compiled.broken_edges, compiled, namer) +
         notes("the emitted kernel", compiled.broken_edges_in_kernel, compiled, namer);
}

std::string refusal(const Case& input, const CompiledSchedule& compiled) {
  const TagNamer namer = tag_namer(input);
  std::string out = input.name + ": " + str(describe(compiled.error));
  for (int i = 0; i < compiled.error.op_count && compiled.body.size() > 0; ++i) {
    out += "\n  op " + op_text(compiled, compiled.error.ops[i], namer);
  }
  return out;
}

std::string text_report(const Case& input, const CompiledSchedule& compiled) {
  const TagNamer namer = tag_namer(input);
  const PipelineConfig& config = compiled.config;
  std::string out = input.name + ": " + input.schedule_name + ", depth " + std::to_string(config.depth) + ", " +
                    std::to_string(config.num_partitions) + " x " + std::to_string(config.m_mmas) + "x" +
                    std::to_string(config.n_mmas) + " MMAs\n";
  // The bound holds only for orders that satisfy every same-iteration edge.
  const std::string bound = compiled.broken_edges.empty() ? " (bound " + std::to_string(compiled.lower_bound) + ")"
                                                          : " (no bound: edges violated)";
  // At depth 1 the schedule orders its segments itself.
  const std::string strategy = config.depth < 2 ? "each segment between barriers" : name(compiled.knobs.scheduling);
  out += "order: " + strategy + ", makespan " + std::to_string(compiled.cost.makespan) + bound + ", register peak " +
         std::to_string(compiled.cost.vgpr_peak);
  switch (compiled.search.status) {
    case SearchStatus::optimal: out += ", proven optimal"; break;
    case SearchStatus::best_found:
      out += ", best found (bound " + std::to_string(compiled.search.lower_bound) + ")";
      break;
    default: break;
  }
  out += "\nverdict: " + verdict_sentence(verified(compiled, namer)) + "\n";
  out += std::string("required level: ") + name(compiled.level) + "; stagger index " +
         std::to_string(compiled.warp_stagger_index) + "\n";
  out += broken_edge_notes(input, compiled);
  out += "\nbody: " + std::to_string(compiled.body.size()) + " ops, " + std::to_string(compiled.body.edges.size()) +
         " edges; columns: op, earliest start, slack\n";
  const Timing timing = compute_timing(compiled.body);
  for (int i = 0; i < compiled.body.size(); ++i) {
    Text line;
    line << "  " << i;
    line.pad_to(6) << dump_op(compiled.body.ops[i], namer);
    line.pad_to(44) << timing.nodes[i].asap;
    line.pad_to(52) << timing.nodes[i].slack() << "\n";
    out += str(line);
  }
  if (!compiled.program.blocks.empty()) {
    out += "\nblocks: waits lgkm_first " + std::to_string(compiled.program.waits.lgkm_first) + ", vm_last " +
           std::to_string(compiled.program.waits.vm_last) + "\n" + str(dump_blocks(compiled.program, namer));
  }
  section(out, "prologue", compiled.prologue, namer);
  section(out, "kernel", compiled.kernel, namer);
  section(out, "epilogue", compiled.epilogue, namer);
  if (compiled.sync_is_derived) out += sync_reasons(compiled, namer);
  return out;
}

}  // namespace stretto::tool
