// TargetProfile: what a GPU costs and how a loop is laid out on it.
#pragma once

#include <stretto/config/latency_bounds.hpp>
#include <stretto/config/pipeline_config.hpp>
#include <stretto/core/cost_model.hpp>

namespace stretto {

struct TargetProfile {
  TargetCostModel cost_model;
  PipelineConfig pipeline;
  LatencyBounds latency;            ///< for margins
  long shared_bytes = 160L * 1024;  ///< of a workgroup
};

}  // namespace stretto
