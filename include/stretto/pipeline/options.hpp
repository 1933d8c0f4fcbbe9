// The options of a pipeline.
#pragma once

#include <stretto/modulo/result.hpp>

namespace stretto {

/// How barriers are placed if all waves run one program.
enum class BarrierPlacement : unsigned char {
  on_time,  ///< each after the time at which the schedule completes the operations that it protects
  fewest,   ///< as few as the data flow allows
};

/// How to build a pipeline, and how long to search.
struct PipelineOptions {
  ModuloOptions modulo{
      .budget = {.nodes = 100'000, .expired = nullptr}};  ///< of the scheduler; the budget applies to each II
  bool persistent = false;                                ///< runs follow each other, each of at least P iterations
  BarrierPlacement barriers = BarrierPlacement::on_time;  ///< applies if all waves run one program
  bool earliest_starts = true;                            ///< optimise the last objective, too
};

}  // namespace stretto
