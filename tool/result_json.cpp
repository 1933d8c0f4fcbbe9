#include "result_json.hpp"

#include "knobs_json.hpp"
#include "verification_json.hpp"

namespace stretto::tool {

namespace {

std::string tag_text(int tag, TagNamer namer) {
  Text text = detail::tag_text(tag, namer);
  return text.c_str();
}

Json op_json(const OpDesc& op, TagNamer namer) {
  return {{"tag", tag_text(op.tag, namer)}, {"stage", op.stage},
          {"subtile", op.subtile},          {"channel", op.channel},
          {"k_offset", name(op.k_offset)},  {"wait_value", op.wait_value},
          {"vm_cost", op.vm_cost},          {"lgkm_cost", op.lgkm_cost},
          {"resource", name(op.resource)},  {"latency", op.latency},
          {"role", name(op.role)},          {"vgpr_def", op.vgpr_def},
          {"vgpr_kill", op.vgpr_kill}};
}

Json optional_op_json(const OpDesc& op, TagNamer namer) { return op.present() ? op_json(op, namer) : Json(nullptr); }

Json ops_json(const Vector<OpDesc>& ops, TagNamer namer) {
  Json list = Json::array();
  for (const OpDesc& op : ops) list.push_back(op_json(op, namer));
  return list;
}

Json edges_json(const Vector<DepEdge>& edges) {
  Json list = Json::array();
  for (const DepEdge& edge : edges) {
    list.push_back(Json::array({edge.producer, edge.consumer, name(edge.kind), edge.loop_distance}));
  }
  return list;
}

Json order_json(const Vector<int>& order) {
  Json list = Json::array();
  for (int index : order) list.push_back(index);
  return list;
}

Json entries_json(const Vector<ScheduleEntry>& entries, TagNamer namer) {
  Json list = Json::array();
  for (const ScheduleEntry& entry : entries) {
    list.push_back({{"op", op_json(entry.op, namer)},
                    {"slot", entry.time_slot},
                    {"phase", phase_name(entry.section)},
                    {"is_prefetch", entry.is_prefetch}});
  }
  return list;
}

/// The positions of the MMA and of the wait after the pre-MMA barrier in the block's expansion; -1: absent.
Json block_json(const MMABlockSpec& block, TagNamer namer) {
  const Vector<OpDesc> ops = expand_block(block);
  int mma = -1;
  int lgkm_after_barrier = -1;
  for (int i = 0; i < ops.size(); ++i) {
    if (mma < 0 && ops[i].role == OpRole::compute) mma = i;
  }
  if (block.pre_mma_barrier && block.post_barrier_lgkm) {
    for (int i = 0; i < mma; ++i) {
      if (ops[i].tag == tags::barrier) lgkm_after_barrier = i + 1 + (block.post_barrier_sched ? 1 : 0);
    }
  }
  return {{"mma", op_json(block.mma, namer)},
          {"pre_op_0", optional_op_json(block.pre_op_0, namer)},
          {"pre_op_1", optional_op_json(block.pre_op_1, namer)},
          {"global_load", optional_op_json(block.global_load, namer)},
          {"global_load_1", optional_op_json(block.global_load_1, namer)},
          {"entry_wait", optional_op_json(block.entry_wait, namer)},
          {"entry_wait_lgkm", optional_op_json(block.entry_wait_lgkm, namer)},
          {"pre_sync", optional_op_json(block.pre_sync, namer)},
          {"fused_mma", optional_op_json(block.fused_mma, namer)},
          {"pre_mma_barrier", block.pre_mma_barrier},
          {"pre_mma_set_prio", block.pre_mma_set_prio},
          {"post_mma_barrier", block.post_mma_barrier},
          {"post_mma_set_prio", block.post_mma_set_prio},
          {"post_barrier_lgkm", block.post_barrier_lgkm},
          {"post_barrier_sched", block.post_barrier_sched},
          {"trailing_sched_barrier", block.trailing_sched_barrier},
          {"global_load_prefetch", block.global_load_prefetch},
          {"global_load_1_prefetch", block.global_load_1_prefetch},
          {"drain_lgkm_before_loads", block.drain_lgkm_before_loads},
          {"global_before_frag", block.global_before_frag},
          {"barrier_before_pre_ops", block.barrier_before_pre_ops},
          {"wrap_waits_with_sched_barrier", block.wrap_waits_with_sched_barrier},
          {"entry_count", ops.size()},
          {"mma_position", mma},
          {"post_barrier_lgkm_position", lgkm_after_barrier}};
}

const char* status_name(SearchStatus status) {
  switch (status) {
    case SearchStatus::not_searched: return "not_searched";
    case SearchStatus::optimal: return "optimal";
    case SearchStatus::best_found: return "best_found";
    case SearchStatus::infeasible: return "infeasible";
  }
  return "?";
}

/// The order of the segments between the barriers of a single-buffer body.
void add_segments(const SingleBufferLoop& loop, Json& out) {
  const Result<SegmentedOrder> ordered = loop.segment_order(loop.reordered_ops().value);
  out["order"] = order_json(ordered.value.order);
  Json segments = Json::array();
  for (const SegmentResult& segment : ordered.value.segments) {
    segments.push_back({{"lo", segment.begin},
                        {"hi", segment.end},
                        {"order", order_json(segment.search.order)},
                        {"makespan", segment.search.cost.makespan},
                        {"lower_bound", segment.lower_bound},
                        {"vgpr_peak", segment.search.cost.vgpr_peak}});
  }
  out["segments"] = segments;
}

/// Why each derived wait and barrier is needed, and why fewer barriers do not suffice.
void add_derived_sync(const CompiledSchedule& compiled, Json& out) {
  const WaveProgram program = lower(emitted_sections(compiled), compiled.protocol).value;
  const auto add_reason = [&](Json object, const SyncReason& reason) {
    object["kind"] = name(reason.kind);
    object["first"] = entry_json(reason.first_section, reason.first_entry);
    object["second"] = entry_json(reason.second_section, reason.second_entry);
    object["buffer"] = reason.buffer < 0 ? Json(nullptr) : Json(program.buffers[reason.buffer].name);
    return object;
  };
  out["sync_reasons"] = Json::array();
  for (const SyncNote& note : compiled.derived.notes) {
    out["sync_reasons"].push_back(add_reason(entry_json(note.section, note.entry), note.reason));
  }
  out["barriers_per_trip"] = {{"pacing", compiled.derived.pacing_barriers_per_trip},
                              {"derived", compiled.derived.derived_barriers_per_trip}};
  const MinimalityCertificate& certificate = compiled.derived.certificate;
  Json needs = Json::array();
  for (const SyncReason& need : certificate.needs) needs.push_back(add_reason(Json::object(), need));
  out["minimality"] = {
      {"windings", certificate.windings}, {"barriers_needed", certificate.barriers_needed}, {"needs", needs}};
}

void write(const Json& value, int depth, std::string& out) {
  const std::string compact = value.dump();
  constexpr std::size_t widest_line = 420;
  if (!value.is_structured() || value.empty() || (depth > 0 && compact.size() <= widest_line)) {
    out += compact;
    return;
  }
  const std::string indent(static_cast<std::size_t>(depth) + 1, ' ');
  const char* separator = "\n";
  out += value.is_object() ? "{" : "[";
  for (const auto& [key, item] : value.items()) {
    out += separator + indent;
    if (value.is_object()) out += Json(key).dump() + ": ";
    write(item, depth + 1, out);
    separator = ",\n";
  }
  out += "\n" + std::string(static_cast<std::size_t>(depth), ' ') + (value.is_object() ? "}" : "]");
}

}  // namespace

TagNamer tag_namer(const Case& input) {
  return std::visit([](const auto& schedule) -> TagNamer { return &std::decay_t<decltype(schedule)>::tag_name; },
                    input.schedule);
}

Json result_json(const Case& input, const CompiledSchedule& compiled) {
  const TagNamer namer = tag_namer(input);
  Json out;
  out["name"] = input.name;
  out["schedule"] = input.schedule_name;
  out["params"] = input.params;
  out["config"] = pipeline_json(compiled.config);
  out["body"] = ops_json(compiled.body.ops, namer);
  out["edges"] = edges_json(compiled.body.edges);
  out["order"] = order_json(compiled.search.order);
  out["makespan"] = compiled.cost.makespan;
  out["lower_bound"] = compiled.lower_bound;
  out["vgpr_peak"] = compiled.cost.vgpr_peak;
  out["blocks"] = Json::array();
  for (const MMABlockSpec& block : compiled.program.blocks) out["blocks"].push_back(block_json(block, namer));
  const bool has_blocks = !compiled.program.blocks.empty();
  out["waits"] =
      has_blocks
          ? Json({{"lgkm_first", compiled.program.waits.lgkm_first}, {"vm_last", compiled.program.waits.vm_last}})
          : Json(nullptr);
  out["prologue"] = entries_json(compiled.prologue, namer);
  out["kernel"] = entries_json(compiled.kernel, namer);
  out["epilogue"] = entries_json(compiled.epilogue, namer);
  out["kernel_deps"] = edges_json(compiled.kernel_deps);
  out["warp_stagger_index"] = compiled.warp_stagger_index;
  if (const auto* loop = std::get_if<SingleBufferLoop>(&input.schedule)) add_segments(*loop, out);
  out["search"] = {{"status", status_name(compiled.search.status)},
                   {"bound", compiled.search.lower_bound},
                   {"nodes", compiled.search.nodes}};
  out["synchronisation"] = compiled.sync_is_derived ? "derived" : "declared";
  out["verified"] = name(compiled.level);
  out["verdict"] = name(compiled.verification.verdict);
  if (compiled.sync_is_derived) add_derived_sync(compiled, out);
  out["broken_edges"] = edges_json(compiled.broken_edges);
  out["broken_edges_in_kernel"] = edges_json(compiled.broken_edges_in_kernel);
  return out;
}

std::string json_text(const Json& value) {
  std::string out;
  write(value, 0, out);
  return out + "\n";
}

}  // namespace stretto::tool
