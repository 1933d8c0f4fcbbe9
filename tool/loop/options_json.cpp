#include "loop/options_json.hpp"

#include "loop/enum_words.hpp"

namespace stretto::tool {

namespace {

constexpr NumberRange node_range{1, 1L << 40};

/// Calls visit(name, value, range) for the numbers among the options.
template <class Options, class Visit>
void each_number(Options& options, Visit visit) {
  visit("ii", options.modulo.fixed_ii, NumberRange{0, 1L << 30});
  visit("max_stages", options.modulo.max_stages, NumberRange{0, 1L << 20});
  visit("nodes", options.modulo.budget.nodes, node_range);
  visit("objective_nodes", options.modulo.objective_nodes, NumberRange{0, 1L << 40});
}

/// The same for the flags.
template <class Options, class Visit>
void each_flag(Options& options, Visit visit) {
  visit("persistent", options.persistent);
  visit("earliest_starts", options.earliest_starts);
  visit("only_interval", options.modulo.only_interval);
}

}  // namespace

PipelineOptions read_options(ObjectReader reader, const Parameters& parameters) {
  PipelineOptions options;
  each_flag(options, [&](const char* key, bool& flag) { reader.optional_bool(key, flag); });
  each_number(options, [&](const char* key, auto& value, NumberRange range) {
    reader.optional_number(key, range, parameters, value);
  });
  if (reader.has("barriers")) options.barriers = read_word<BarrierPlacement>(reader, "barriers");
  reader.finish();
  return options;
}

Json options_json(const PipelineOptions& options) {
  const PipelineOptions usual;
  Json all = Json::object();
  each_flag(options, [&](const char* key, bool flag) { all[key] = flag; });
  each_flag(usual, [&](const char* key, bool flag) {
    if (all[key] == flag) all.erase(key);
  });
  each_number(options, [&](const char* key, long value, NumberRange) { all[key] = value; });
  each_number(usual, [&](const char* key, long value, NumberRange) {
    if (all[key] == value) all.erase(key);
  });
  if (options.barriers != usual.barriers) all["barriers"] = enum_name(options.barriers);
  return all;
}

}  // namespace stretto::tool
