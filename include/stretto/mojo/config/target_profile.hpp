// TargetProfile: the costs of a GPU and the structure of a loop on it.
#pragma once

#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/cost_model.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// The target of a schedule.
struct TargetProfile {
  TargetCostModel cost_model;                        ///< costs of the schedule's tags
  PipelineConfig pipeline;                           ///< structure of the loop
  LatencyBounds latency;                             ///< latency bounds, for margins
  long shared_bytes = CounterLimits{}.shared_bytes;  ///< shared memory per workgroup
};

}  // namespace stretto
