// PipelineSchedule: what a schedule must say (two members), what it may say (five), and the defaults for the rest.
#pragma once

#include <concepts>
#include <type_traits>

#include <stretto/config/pipeline_config.hpp>
#include <stretto/config/schedule_config.hpp>
#include <stretto/core/edge.hpp>
#include <stretto/graph/edge_rules.hpp>
#include <stretto/program/program.hpp>

namespace stretto {

/// Required: config() and build_body(), which returns the annotated ops in execution order (a Vector, or a Result).
/// Optional: derive_edges(body), schedule_config(), transform_kernel(kernel, body), build_explicit_blocks(body,
/// program), bootstrap_frags().
template <class S>
concept PipelineSchedule = requires(const S& schedule) {
  { schedule.config() } -> std::convertible_to<PipelineConfig>;
  { schedule.build_body() } -> std::convertible_to<Result<Vector<OpDesc>>>;
};

namespace detail {

// An optional member that exists but cannot be called as documented is a mistake, not an absence: each accessor below
// refuses it instead of falling back to the default.
//
// A name exists in S (as a function of any kind, overloaded, a template, or private) exactly when looking it up is
// ambiguous in a type that inherits it from S and from one of these.
struct NamesDeriveEdges {
  int derive_edges;
};
struct NamesScheduleConfig {
  int schedule_config;
};
struct NamesTransformKernel {
  int transform_kernel;
};
struct NamesBuildExplicitBlocks {
  int build_explicit_blocks;
};
struct NamesBootstrapFrags {
  int bootstrap_frags;
};

template <class S, class Named>
struct Both : S, Named {};

// Nothing inherits from a final type; there only a single accessible function is found.
template <class S>
concept HasDeriveEdges = (std::is_final_v<S> && requires { &S::derive_edges; }) ||
                         (!std::is_final_v<S> && !requires { &Both<S, NamesDeriveEdges>::derive_edges; });
template <class S>
concept HasScheduleConfig = (std::is_final_v<S> && requires { &S::schedule_config; }) ||
                            (!std::is_final_v<S> && !requires { &Both<S, NamesScheduleConfig>::schedule_config; });
template <class S>
concept HasTransformKernel = (std::is_final_v<S> && requires { &S::transform_kernel; }) ||
                             (!std::is_final_v<S> && !requires { &Both<S, NamesTransformKernel>::transform_kernel; });
template <class S>
concept HasBuildExplicitBlocks =
    (std::is_final_v<S> && requires { &S::build_explicit_blocks; }) ||
    (!std::is_final_v<S> && !requires { &Both<S, NamesBuildExplicitBlocks>::build_explicit_blocks; });
template <class S>
concept HasBootstrapFrags = (std::is_final_v<S> && requires { &S::bootstrap_frags; }) ||
                            (!std::is_final_v<S> && !requires { &Both<S, NamesBootstrapFrags>::bootstrap_frags; });

template <class S>
constexpr Vector<DepEdge> schedule_edges(const S& schedule, const Vector<OpDesc>& body, const PipelineConfig& config) {
  if constexpr (requires {
                  { schedule.derive_edges(body) } -> std::convertible_to<Vector<DepEdge>>;
                }) {
    return schedule.derive_edges(body);
  } else {
    static_assert(!HasDeriveEdges<S>, "derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const");
    return infer_edges(body, config);
  }
}

template <class S>
constexpr ScheduleConfig schedule_knobs(const S& schedule) {
  if constexpr (requires {
                  { schedule.schedule_config() } -> std::convertible_to<ScheduleConfig>;
                }) {
    return schedule.schedule_config();
  } else {
    static_assert(!HasScheduleConfig<S>, "schedule_config must be ScheduleConfig() const");
    return {};
  }
}

template <class S>
constexpr Vector<ScheduleEntry> transformed_kernel(const S& schedule, const Vector<ScheduleEntry>& kernel,
                                                   const Vector<OpDesc>& body) {
  if constexpr (requires {
                  { schedule.transform_kernel(kernel, body) } -> std::convertible_to<Vector<ScheduleEntry>>;
                }) {
    return schedule.transform_kernel(kernel, body);
  } else {
    static_assert(!HasTransformKernel<S>,
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
    static_assert(!HasBuildExplicitBlocks<S>,
                  "build_explicit_blocks must be Vector<Vector<OpDesc>>(const Vector<OpDesc>&, const PipelineProgram&) "
                  "const");
    return {};
  }
}

template <class S>
constexpr Vector<OpDesc> bootstrap_fragments(const S& schedule) {
  if constexpr (requires {
                  { schedule.bootstrap_frags() } -> std::convertible_to<Vector<OpDesc>>;
                }) {
    return schedule.bootstrap_frags();
  } else {
    static_assert(!HasBootstrapFrags<S>, "bootstrap_frags must be Vector<OpDesc>() const");
    return {};
  }
}

}  // namespace detail
}  // namespace stretto
