#include "knobs_json.hpp"

#include "enum_reader.hpp"

namespace stretto::tool {

namespace {

/// Calls `visit(key, field)` for every knob, in the order of the Mojo documentation.
template <class Knobs, class Visitor>
void for_each_knob(Knobs& knobs, Visitor&& visit) {
  visit("scheduling", knobs.scheduling);
  visit("sched_barrier_mask", knobs.sched_barrier_mask);
  visit("auto_waits", knobs.auto_waits);
  visit("drain_lgkm_mask", knobs.drain_lgkm_mask);
  visit("auto_drain", knobs.auto_drain);
  visit("lds_contention_penalty", knobs.lds_contention_penalty);
  visit("wait_lgkm_first", knobs.wait_lgkm_first);
  visit("wait_vm_last", knobs.wait_vm_last);
  visit("lgkm_per_load_a", knobs.lgkm_per_load_a);
  visit("lgkm_per_load_b", knobs.lgkm_per_load_b);
  visit("lgkm_after_last", knobs.lgkm_after_last);
  visit("minimal_barriers", knobs.minimal_barriers);
  visit("omit_mma_set_prio", knobs.omit_mma_set_prio);
  visit("max_vgpr", knobs.max_vgpr);
  visit("global_before_frag", knobs.global_before_frag);
  visit("barrier_before_pre_ops", knobs.barrier_before_pre_ops);
  visit("inter_block_lgkm_drain", knobs.inter_block_lgkm_drain);
  visit("partial_prologue_drain", knobs.partial_prologue_drain);
  visit("wrap_waits_with_sched_barrier", knobs.wrap_waits_with_sched_barrier);
}

// The same for the nested structs of a PipelineConfig.
template <class Spec, class Visitor>
  requires std::same_as<std::remove_const_t<Spec>, LoopCarriedSpec>
void for_each_field(Spec& spec, Visitor&& visit) {
  visit("role", spec.role);
  visit("selector", spec.selector);
}

template <class Sizing, class Visitor>
  requires std::same_as<std::remove_const_t<Sizing>, BlockSizing>
void for_each_field(Sizing& sizing, Visitor&& visit) {
  visit("heavy", sizing.heavy);
  visit("light", sizing.light);
  visit("max_globals", sizing.max_globals);
}

template <class Order, class Visitor>
  requires std::same_as<std::remove_const_t<Order>, FragOrder>
void for_each_field(Order& order, Visitor&& visit) {
  visit("b_before_a", order.b_before_a);
}

template <class Stagger, class Visitor>
  requires std::same_as<std::remove_const_t<Stagger>, WarpStaggerRule>
void for_each_field(Stagger& stagger, Visitor&& visit) {
  visit("enabled", stagger.enabled);
  visit("compute_from_body", stagger.compute_from_body);
  visit("fixed_amount", stagger.fixed_amount);
}

template <class Config, class Visitor>
  requires std::same_as<std::remove_const_t<Config>, PipelineConfig>
void for_each_field(Config& config, Visitor&& visit) {
  visit("depth", config.depth);
  visit("prefetch", config.prefetch);
  visit("drain_passes", config.drain_passes);
  visit("prologue_fill", config.prologue_fill);
  visit("loop_carried", config.loop_carried);
  visit("block_sizing", config.block_sizing);
  visit("frag_order", config.frag_order);
  visit("m_mmas", config.m_mmas);
  visit("n_mmas", config.n_mmas);
  visit("num_partitions", config.num_partitions);
  visit("mma_serial", config.mma_serial);
  visit("mma_latency", config.mma_latency);
  visit("vm_per_load_a", config.vm_per_load_a);
  visit("vm_per_load_b", config.vm_per_load_b);
  visit("ch0_match_field", config.ch0_match_field);
  visit("ch1_match_field", config.ch1_match_field);
  visit("warp_stagger", config.warp_stagger);
  visit("lgkm_per_load_a", config.lgkm_per_load_a);
  visit("lgkm_per_load_b", config.lgkm_per_load_b);
  visit("cross_stage_rotation", config.cross_stage_rotation);
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
  for_each_knob(knobs, [&](const char* key, auto& field) { read_field(reader, key, field); });
  reader.finish();
  return knobs;
}

Json knobs_json(const ScheduleConfig& knobs) {
  Json object = Json::object();
  for_each_knob(knobs, [&](const char* key, const auto& field) { object[key] = field_json(field); });
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
