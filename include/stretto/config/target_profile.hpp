// TargetProfile: what a GPU costs and how a loop is laid out on it.
#pragma once

#include <stretto/config/pipeline_config.hpp>
#include <stretto/core/cost_model.hpp>

namespace stretto {

struct TargetProfile {
  TargetCostModel cost_model;
  PipelineConfig pipeline;
};

}  // namespace stretto
