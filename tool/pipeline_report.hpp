// What a pipeline is worth, and its programs entry by entry: as text for a person and as JSON.
#pragma once

#include <string>

#include <stretto/pipeline/timed_pipeline.hpp>

#include "json_reader.hpp"
#include "pipeline_catalog.hpp"

namespace stretto::tool {

struct PipelineReport {
  PipelineRequest request;
  Pipeline pipe;
  TimedReport free;    // in time, signals for nothing
  TimedReport priced;  // and at their price

  [[nodiscard]] double utilisation(const TimedReport& time, TargetUnit unit) const;
};

/// Throws InputError if the loop is refused.
PipelineReport report_pipeline(const PipelineRequest& request);

/// "gemm 128x256x64 bf16 on H200 (sm_90a), persistent".
std::string title(const PipelineRequest& request);

/// What no smaller interval gets past: "unit tensor", or "recurrence scores -> softmax -> S free -> scores".
std::string bound_text(const Pipeline& pipe);

/// "full(A, B)": what a phase barrier tells, and of which buffers.
std::string barrier_text(const Pipeline& pipe, int barrier);

/// One phase of a role's program, an entry a line.
std::string listing(const Pipeline& pipe, const WaveProgram& program, int role, Section section);

std::string pipeline_text(const PipelineReport& report);
Json pipeline_json(const PipelineReport& report);

}  // namespace stretto::tool
