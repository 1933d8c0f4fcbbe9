#include "knobs_json.hpp"

#include <tuple>
#include <type_traits>

#include "enum_reader.hpp"

namespace stretto::tool {

namespace {

template <class Owner, class Value>
struct Field {
  const char* key;
  Value Owner::* member;
};
#define FIELD(name) \
  Field { #name, &decltype(of)::type::name }

// The fields of each struct, in the order of the Mojo documentation.
constexpr auto fields(std::type_identity<ScheduleConfig> of) {
  return std::make_tuple(FIELD(scheduling), FIELD(sched_barrier_mask), FIELD(auto_waits), FIELD(drain_lgkm_mask),
                         FIELD(auto_drain), FIELD(lds_contention_penalty), FIELD(wait_lgkm_first), FIELD(wait_vm_last),
                         FIELD(lgkm_per_load_a), FIELD(lgkm_per_load_b), FIELD(lgkm_after_last),
                         FIELD(minimal_barriers), FIELD(omit_mma_set_prio), FIELD(max_vgpr), FIELD(global_before_frag),
                         FIELD(barrier_before_pre_ops), FIELD(inter_block_lgkm_drain), FIELD(partial_prologue_drain),
                         FIELD(wrap_waits_with_sched_barrier));
}
constexpr auto fields(std::type_identity<LoopCarriedSpec> of) { return std::make_tuple(FIELD(role), FIELD(selector)); }
constexpr auto fields(std::type_identity<BlockSizing> of) {
  return std::make_tuple(FIELD(heavy), FIELD(light), FIELD(max_globals));
}
constexpr auto fields(std::type_identity<FragOrder> of) { return std::make_tuple(FIELD(b_before_a)); }
constexpr auto fields(std::type_identity<WarpStaggerRule> of) {
  return std::make_tuple(FIELD(enabled), FIELD(compute_from_body), FIELD(fixed_amount));
}
constexpr auto fields(std::type_identity<PipelineConfig> of) {
  return std::make_tuple(FIELD(depth), FIELD(prefetch), FIELD(drain_passes), FIELD(prologue_fill), FIELD(loop_carried),
                         FIELD(block_sizing), FIELD(frag_order), FIELD(m_mmas), FIELD(n_mmas), FIELD(num_partitions),
                         FIELD(mma_serial), FIELD(mma_latency), FIELD(vm_per_load_a), FIELD(vm_per_load_b),
                         FIELD(ch0_match_field), FIELD(ch1_match_field), FIELD(warp_stagger), FIELD(lgkm_per_load_a),
                         FIELD(lgkm_per_load_b), FIELD(cross_stage_rotation));
}
#undef FIELD

/// Calls `visit(key, field)` for every field.
template <class Owner, class Visitor>
void for_each_field(Owner& owner, Visitor&& visit) {
  std::apply([&](const auto&... field) { (visit(field.key, owner.*field.member), ...); },
             fields(std::type_identity<std::remove_const_t<Owner>>()));
}

void read_field(ObjectReader& reader, const std::string& key, int& out) {
  reader.optional_int(key, out);
  constexpr const char* rules_of_their_own[] = {"depth",          "m_mmas",          "n_mmas",
                                                "num_partitions", "ch0_match_field", "ch1_match_field"};
  for (const char* other : rules_of_their_own) {
    if (key == other) return;
  }
  check_count(reader, key, out, Rule::negative_count);
}
void read_field(ObjectReader& reader, const std::string& key, long& out) { reader.optional_long(key, out); }
void read_field(ObjectReader& reader, const std::string& key, bool& out) { reader.optional_bool(key, out); }

void read_field(ObjectReader& reader, const std::string& key, SchedulingStrategy& out) {
  if (!reader.has(key)) return;
  out = read_enum(reader, key, {SchedulingStrategy::identity, SchedulingStrategy::greedy, SchedulingStrategy::csp});
}

void read_field(ObjectReader& reader, const std::string& key, OpRole& out) {
  if (!reader.has(key)) return;
  out = read_enum(reader, key, all_roles);
}

template <class Part>
  requires std::is_class_v<Part>
void read_field(ObjectReader& reader, const std::string& key, Part& out) {
  if (!reader.has(key)) return;
  ObjectReader part = reader.require_object(key);
  for_each_field(out, [&](const char* field_key, auto& field) { read_field(part, field_key, field); });
  part.finish();
}

/// Rejects an object with a missing field.
template <class Value>
void require_field(ObjectReader& reader, const std::string& key, Value& field) {
  reader.require(key);
  if constexpr (std::is_class_v<Value>) {
    ObjectReader part = reader.require_object(key);
    for_each_field(field, [&](const char* part_key, auto& part_field) { require_field(part, part_key, part_field); });
  }
}

void check_match_fields(const ObjectReader& reader, const PipelineConfig& config) {
  for (const char* key : {"ch0_match_field", "ch1_match_field"}) {
    const int field = key[2] == '0' ? config.ch0_match_field : config.ch1_match_field;
    if (field != 0 && field != 1) {
      throw InputError(reader.path_of(key) + ": must be 0 (match the stage, a row) or 1 (match the subtile, a column)");
    }
  }
}

/// Counts derived from the fields.
Json derived_counts(const PipelineConfig& config) {
  return {{"mmas_per_partition", config.mmas_per_partition()},
          {"globals_per_partition", config.globals_per_partition()},
          {"frags_per_partition", config.frags_per_partition()},
          {"ops_per_partition", config.ops_per_partition()},
          {"total_ops", config.total_ops()},
          {"blocks_per_partition", config.blocks_per_partition()},
          {"total_blocks", config.total_blocks()},
          {"total_edges", config.total_edges()}};
}

template <class Value>
Json field_json(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return name(value);
  } else if constexpr (std::is_class_v<Value>) {
    Json object = Json::object();
    for_each_field(value, [&](const char* key, const auto& field) { object[key] = field_json(field); });
    return object;
  } else {
    return value;
  }
}

}  // namespace

void check_count(const ObjectReader& reader, const std::string& key, int value, Rule below) {
  const int lowest = below == Rule::negative_count ? 0 : 1;
  if (value >= lowest) return;
  const Diagnostic error(below, value, lowest);
  throw InputError(reader.path_of(key) + ": " + describe(error).c_str());
}

ScheduleConfig read_knobs(ObjectReader reader, ScheduleConfig knobs) {
  for_each_field(knobs, [&](const char* key, auto& field) { read_field(reader, key, field); });
  reader.finish();
  return knobs;
}

Json knobs_json(const ScheduleConfig& knobs) {
  Json object = Json::object();
  for_each_field(knobs, [&](const char* key, const auto& field) { object[key] = field_json(field); });
  return object;
}

void apply_overrides(ObjectReader reader, PipelineConfig& config) {
  for_each_field(config, [&](const char* key, auto& field) { read_field(reader, key, field); });
  reader.finish();
  check_match_fields(reader, config);
}

PipelineConfig read_pipeline(ObjectReader reader) {
  PipelineConfig config{};
  for_each_field(config, [&](const char* key, auto& field) { require_field(reader, key, field); });
  const Json counts = derived_counts({});
  for (const auto& [key, value] : counts.items()) reader.accept(key);
  apply_overrides(reader, config);
  return config;
}

Json pipeline_json(const PipelineConfig& config) {
  Json object = field_json(config);
  object.update(derived_counts(config));
  return object;
}

}  // namespace stretto::tool
