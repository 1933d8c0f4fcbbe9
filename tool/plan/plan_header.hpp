// A plan as a C++ header: the loop, its target and options, and the schedule that was found for it.
#pragma once

#include <string>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::tool {

/// A loop that is planned, and how.
struct PlanSubject {
  const Loop& loop;  // in declared order
  const Gpu& target;
  const PipelineOptions& options;
};

/// Why the pipeline cannot be a constant; no error if it can.
Diagnostic refused_as_constant(const Pipeline& pipe);

/// The schedule as the member `plan` of a declaration.
std::string schedule_source(const PlanSubject& subject, const Pipeline& pipe);

/// The header. Its types are `name` with the endings Loop and Plan.
std::string plan_header(const PlanSubject& subject, const Pipeline& pipe, const std::string& name);

}  // namespace stretto::tool
