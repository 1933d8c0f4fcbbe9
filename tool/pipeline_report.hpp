// The figures of a pipeline and its programs, entry by entry, as text and as JSON.
#pragma once

#include <string>

#include <stretto/pipeline/timed_pipeline.hpp>

#include "json/object_reader.hpp"
#include "loop/loaded_loop.hpp"
#include "loop/lower_ii.hpp"

namespace stretto::tool {

struct PipelineReport {
  LoadedLoop source;
  Pipeline pipe;
  TimedReport free;    // timed, with free signals
  TimedReport priced;  // timed, with priced signals
  IiChanges changes;   // what would lower II

  [[nodiscard]] double utilisation(const TimedReport& time, TargetUnit unit) const;
};

/// Throws InputError if the loop is rejected.
PipelineReport report_pipeline(const LoadedLoop& source);

/// The cause of the bound: "unit tensor", or "recurrence scores -> softmax -> S free -> scores".
std::string bound_text(const Pipeline& pipe);

/// "full(A, B)": the state that a phase barrier signals, and its buffers.
std::string barrier_text(const Pipeline& pipe, int barrier);

/// One section of a role's program, one entry per line.
std::string listing(const Pipeline& pipe, const WaveProgram& program, int role, Section section);

/// The verdict on all programs, with the hazards.
std::string pipeline_verdict_text(const PipelineReport& report);
Json pipeline_verdict_json(const PipelineReport& report);

std::string pipeline_text(const PipelineReport& report);
Json pipeline_json(const PipelineReport& report);

}  // namespace stretto::tool
