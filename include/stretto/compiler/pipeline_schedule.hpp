// PipelineSchedule: what a schedule must say (two members), what it may say (five), and the defaults for the rest.
#pragma once

#include <concepts>

#include <stretto/config/pipeline_config.hpp>
#include <stretto/config/schedule_config.hpp>
#include <stretto/core/edge.hpp>
#include <stretto/graph/edge_rules.hpp>
#include <stretto/program/program.hpp>

namespace stretto {

/// Required: config() and build_body(), which returns the annotated ops in execution order (a Vector, or a Result).
/// Optional: derive_edges(body), schedule_config(), transform_kernel(kernel, body), build_explicit_blocks(body, program),
/// bootstrap_frags().
template <class S>
concept PipelineSchedule = requires(const S& schedule) {
  { schedule.config() } -> std::convertible_to<PipelineConfig>;
  { schedule.build_body() } -> std::convertible_to<Result<Vector<OpDesc>>>;
};

namespace detail {

// An optional member that exists but cannot be called as documented is a mistake, not an absence: each accessor below
// refuses it instead of falling back to the default.

template <class S>
constexpr Vector<DepEdge> schedule_edges(const S& schedule, const Vector<OpDesc>& body, const PipelineConfig& config) {
  if constexpr (requires { { schedule.derive_edges(body) } -> std::convertible_to<Vector<DepEdge>>; }) {
    return schedule.derive_edges(body);
  } else {
    static_assert(!requires { &S::derive_edges; }, "derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const");
    return infer_edges(body, config);
  }
}

template <class S>
constexpr ScheduleConfig schedule_knobs(const S& schedule) {
  if constexpr (requires { { schedule.schedule_config() } -> std::convertible_to<ScheduleConfig>; }) {
    return schedule.schedule_config();
  } else {
    static_assert(!requires { &S::schedule_config; }, "schedule_config must be ScheduleConfig() const");
    return {};
  }
}

template <class S>
constexpr Vector<ScheduleEntry> transformed_kernel(const S& schedule, const Vector<ScheduleEntry>& kernel,
                                                   const Vector<OpDesc>& body) {
  if constexpr (requires { { schedule.transform_kernel(kernel, body) } -> std::convertible_to<Vector<ScheduleEntry>>; }) {
    return schedule.transform_kernel(kernel, body);
  } else {
    static_assert(!requires { &S::transform_kernel; },
                  "transform_kernel must be Vector<ScheduleEntry>(Vector<ScheduleEntry>, const Vector<OpDesc>&) const");
    return kernel;
  }
}

template <class S>
constexpr Vector<Vector<OpDesc>> explicit_blocks(const S& schedule, const Vector<OpDesc>& body,
                                                 const PipelineProgram& program) {
  if constexpr (requires {
                  { schedule.build_explicit_blocks(body, program) } -> std::convertible_to<Vector<Vector<OpDesc>>>;
                }) {
    return schedule.build_explicit_blocks(body, program);
  } else {
    static_assert(!requires { &S::build_explicit_blocks; },
                  "build_explicit_blocks must be Vector<Vector<OpDesc>>(const Vector<OpDesc>&, const PipelineProgram&) "
                  "const");
    return {};
  }
}

template <class S>
constexpr Vector<OpDesc> bootstrap_fragments(const S& schedule) {
  if constexpr (requires { { schedule.bootstrap_frags() } -> std::convertible_to<Vector<OpDesc>>; }) {
    return schedule.bootstrap_frags();
  } else {
    static_assert(!requires { &S::bootstrap_frags; }, "bootstrap_frags must be Vector<OpDesc>() const");
    return {};
  }
}

}  // namespace detail
}  // namespace stretto
