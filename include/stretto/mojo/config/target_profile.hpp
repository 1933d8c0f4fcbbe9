// TargetProfile: what a GPU costs and how a loop is laid out on it.
#pragma once

#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/cost_model.hpp>

namespace stretto {

/// What a schedule is made for.
struct TargetProfile {
  TargetCostModel cost_model;       ///< of the schedule's tags
  PipelineConfig pipeline;          ///< structure of the loop
  LatencyBounds latency;            ///< for margins
  long shared_bytes = 160L * 1024;  ///< of a workgroup
};

}  // namespace stretto
