// The options of a pipeline in a loop file: {"persistent": true, "barriers": "fewest", "max_stages": 4}.
#pragma once

#include <stretto/pipeline/pipeline.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// Options that are absent keep their defaults. Throws InputError.
PipelineOptions read_options(ObjectReader reader, const Parameters& parameters);

/// The options that differ from their defaults.
Json options_json(const PipelineOptions& options);

}  // namespace stretto::tool
