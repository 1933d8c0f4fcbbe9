#include "entries_json.hpp"

#include <utility>

#include "enum_reader.hpp"
#include "knobs_json.hpp"
#include "result_json.hpp"

namespace stretto::tool {

namespace {

// Far more than any kernel has. The verifier's time grows with the square of the entries, its memory with the stages.
constexpr std::size_t most_entries = 512;
constexpr int most_stages = 64;

/// The role and channel that a schedule's kernel associates with a tag.
struct TagMeaning {
  OpRole role;
  int channel;
};

TagMeaning meaning_of(int tag, const Case& declared) {
  static constexpr TargetCostModel single_buffer = mi355x_single_buffer_costs();
  static constexpr TargetCostModel double_buffer = mi355x_double_buffer_costs();
  if (std::holds_alternative<SingleBufferLoop>(declared.schedule)) {
    return {single_buffer[tag].role, tag == single_buffer_tags::compute ? -1 : 0};
  }
  const bool a = tag == double_buffer_tags::load_a || tag == double_buffer_tags::mma_load_a;
  const bool b = tag == double_buffer_tags::load_b || tag == double_buffer_tags::mma_load_b;
  return {double_buffer[tag].role, a ? 0 : b ? 1 : -1};
}

/// The tag determines what the kernel executes. An entry may omit its role and channel, as prologue entries do, but
/// must not contradict the tag.
void settle_meaning(const ObjectReader& reader, const Case& declared, OpDesc& op) {
  if (!op.is_kernel_op()) return;
  const TagMeaning meaning = meaning_of(op.tag, declared);
  if (op.role != OpRole::none && op.role != meaning.role) {
    throw InputError(reader.path_of("role") + ": " + name(op.role) + ", but the tag's role is " + name(meaning.role));
  }
  if (op.channel != -1 && op.channel != meaning.channel) {
    throw InputError(reader.path_of("channel") + ": " + std::to_string(op.channel) + ", but the tag's channel is " +
                     std::to_string(meaning.channel));
  }
  op.role = meaning.role;
  op.channel = meaning.channel;
}

int read_tag(ObjectReader& reader, TagNamer namer) {
  const std::string text = reader.require_string("tag");
  std::string names;
  for (int tag = 0; tag <= tags::last_framework; ++tag) {
    const char* known = tag < tags::first_framework ? namer(tag) : framework_tag_name(tag);
    if (known == nullptr) continue;
    if (text == known) return tag;
    names += std::string(names.empty() ? "" : ", ") + known;
  }
  throw reader.place("tag").error("unknown tag " + quote(text) + "; valid tags: " + names +
                                  "; a schedule with other ops is a program file, see docs/program_files.md");
}

OpDesc read_op(ObjectReader reader, const Case& declared) {
  OpDesc op;
  op.tag = read_tag(reader, tag_namer(declared));
  op.stage = reader.require_int("stage");
  op.subtile = reader.require_int("subtile");
  op.channel = reader.require_int("channel");
  op.k_offset =
      read_enum(reader, "k_offset",
                {KOffsetKind::none, KOffsetKind::k0, KOffsetKind::k1, KOffsetKind::k_next, KOffsetKind::k_prev});
  op.wait_value = reader.require_int("wait_value");
  op.vm_cost = reader.require_int("vm_cost");
  op.lgkm_cost = reader.require_int("lgkm_cost");
  op.resource = read_enum(reader, "resource",
                          {ResourceKind::global_mem, ResourceKind::lds, ResourceKind::mma_unit, ResourceKind::scalar,
                           ResourceKind::valu, ResourceKind::none});
  op.latency = reader.require_int("latency");
  op.role = read_enum(reader, "role", all_roles);
  op.vgpr_def = reader.require_int("vgpr_def");
  op.vgpr_kill = reader.require_int("vgpr_kill");
  reader.finish();
  for (const auto& [key, count] : {std::pair("vm_cost", op.vm_cost), std::pair("lgkm_cost", op.lgkm_cost)}) {
    check_count(reader, key, count, Rule::negative_count);
  }
  settle_meaning(reader, declared, op);
  return op;
}

Vector<ScheduleEntry> read_entries(ObjectReader& file, Section section, const Case& declared) {
  Vector<ScheduleEntry> entries;
  for (const JsonItem& item : file.require_list(name(section), most_entries)) {
    ObjectReader reader(item.value, item.place);
    ScheduleEntry entry;
    entry.op = read_op(reader.require_object("op"), declared);
    entry.time_slot = reader.require_int("slot");
    if (entry.time_slot < 0 || (!entries.empty() && entry.time_slot <= entries.back().time_slot)) {
      throw reader.place("slot").error(
          std::to_string(entry.time_slot) +
          " is not after the slot of the previous entry; entries are executed in the order "
          "of the list, so number them in that order");
    }
    entry.section = read_enum(reader, "phase", {section}, phase_name);
    entry.is_prefetch = reader.require_bool("is_prefetch");
    reader.finish();
    entries.push_back(entry);
  }
  return entries;
}

PipelineConfig read_config(ObjectReader& file) {
  const PipelineConfig config = read_pipeline(file.require_object("config"));
  const JsonPlace place = file.place("config");
  if (const Diagnostic error = check_config(config)) throw place.error(Error(error).what());
  if (config.depth > most_stages) {
    throw place.key("depth").error(std::to_string(config.depth) + " is more than " + std::to_string(most_stages));
  }
  return config;
}

}  // namespace

EmittedFile read_emitted(const Json& input, const JsonPlace& place) {
  Case declared = read_case(input, place);
  ObjectReader reader(input, place);
  const PipelineConfig config = read_config(reader);
  const auto [protocol, knobs] =
      std::visit([](const auto& schedule) { return std::pair(schedule.protocol(), detail::schedule_knobs(schedule)); },
                 declared.schedule);
  if (const Diagnostic error = check_knobs(knobs)) throw reader.place("params").error(Error(error).what());
  EmittedFile file{{}, std::move(declared), protocol, config, knobs, reader.require_int("warp_stagger_index")};
  file.prologue = read_entries(reader, Section::prologue, file.declared);
  file.kernel = read_entries(reader, Section::kernel, file.declared);
  file.epilogue = read_entries(reader, Section::epilogue, file.declared);
  return file;
}

EmittedSections emitted_sections(const EmittedFile& file) {
  EmittedSections sections(file.config, file.knobs, file.warp_stagger_index);
  sections.set(file);
  return sections;
}

}  // namespace stretto::tool
