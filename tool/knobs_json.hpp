// Reading and writing ScheduleConfig and PipelineConfig as JSON, from one list of their fields.
#pragma once

#include <stretto/stretto.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// Rejects a count below 0 by the rule negative_count, and one below 1 by any other rule; the message names its key.
void check_count(const ObjectReader& reader, const std::string& key, int value, Rule below);

/// Reads any subset of the nineteen knobs; the rest keep their defaults.
/// Knobs that are not given keep the schedule's default.
ScheduleConfig read_knobs(ObjectReader reader, ScheduleConfig knobs);
Json knobs_json(const ScheduleConfig& knobs);

/// Applies overrides by field name; nested objects may give a subset of their fields.
void apply_overrides(ObjectReader reader, PipelineConfig& config);
/// Reads every field; derived counts may be present and are ignored.
PipelineConfig read_pipeline(ObjectReader reader);
/// All fields, and the counts derived from them.
Json pipeline_json(const PipelineConfig& config);

}  // namespace stretto::tool
