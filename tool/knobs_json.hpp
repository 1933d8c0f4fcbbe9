// ScheduleConfig and PipelineConfig as JSON, both ways, from one list of their fields.
#pragma once

#include <stretto/stretto.hpp>

#include "json_reader.hpp"

namespace stretto::tool {

/// Refuses a count below `lowest` (0 or 1), naming its key.
void check_count(const ObjectReader& reader, const std::string& key, int value, int lowest);

/// Reads any subset of the nineteen knobs; the rest keep their defaults.
ScheduleConfig read_knobs(ObjectReader reader);
Json knobs_json(const ScheduleConfig& knobs);

/// Applies overrides by field name; nested objects may name some of their fields.
void apply_overrides(ObjectReader reader, PipelineConfig& config);
/// Reads every field; counts that follow from them may stand beside them and are ignored.
PipelineConfig read_pipeline(ObjectReader reader);
/// All fields, and the counts derived from them.
Json pipeline_json(const PipelineConfig& config);

}  // namespace stretto::tool
