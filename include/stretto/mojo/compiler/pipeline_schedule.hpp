// PipelineSchedule: the two required members of a schedule, the eight optional ones, and the defaults for those.
#pragma once

#include <concepts>
#include <type_traits>

#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/edge.hpp>
#include <stretto/mojo/graph/edge_rules.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>
#include <stretto/mojo/sync/pacing.hpp>
#include <stretto/sync/sync_plan.hpp>
#include <stretto/verify/level.hpp>

namespace stretto {

/// The source of a schedule's waits and barriers.
struct Synchronisation {
  bool derived = false;          ///< derived; otherwise as its blocks and sections declare them
  Pacing pacing = Pacing::none;  ///< barriers that the derivation keeps
  LatencyHiding hiding;          ///< number of compute ops that hide latencies
};

/// Required: config() and build_body(), which returns the annotated ops in execution order (a Vector or a Result).
/// Optional: derive_edges(body), schedule_config(), transform_kernel(kernel, body), build_explicit_blocks(body,
/// program), bootstrap_frags(); protocol(), how the kernel runs the entries; verification(), the level the schedule is
/// held to; synchronisation(), whether its waits and barriers are its own or derived.
template <class S>
concept PipelineSchedule = requires(const S& schedule) {
  { schedule.config() } -> std::convertible_to<PipelineConfig>;
  { schedule.build_body() } -> std::convertible_to<Result<Vector<OpDesc>>>;
};

namespace detail {

// If an optional member exists but cannot be called with the expected signature, that is an error. Each accessor below
// rejects it and does not fall back to the default.
//
// A name exists in S (as a function of any kind, overloaded, a template, or private) exactly if its lookup is ambiguous
// in a type that inherits it both from S and from one of these structs.
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
struct NamesProtocol {
  int protocol;
};
struct NamesVerification {
  int verification;
};
struct NamesSynchronisation {
  int synchronisation;
};

template <class S, class Named>
struct Both : S, Named {};

// No type can derive from a final class. There, only a single accessible function is found.
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
concept HasProtocol = (std::is_final_v<S> && requires { &S::protocol; }) ||
                      (!std::is_final_v<S> && !requires { &Both<S, NamesProtocol>::protocol; });
template <class S>
concept HasVerification = (std::is_final_v<S> && requires { &S::verification; }) ||
                          (!std::is_final_v<S> && !requires { &Both<S, NamesVerification>::verification; });
template <class S>
concept HasSynchronisation = (std::is_final_v<S> && requires { &S::synchronisation; }) ||
                             (!std::is_final_v<S> && !requires { &Both<S, NamesSynchronisation>::synchronisation; });

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

/// A schedule without a protocol gets the most conservative one.
template <class S>
constexpr KernelProtocol kernel_protocol(const S& schedule, const PipelineConfig& config) {
  if constexpr (requires {
                  { schedule.protocol() } -> std::convertible_to<KernelProtocol>;
                }) {
    return schedule.protocol();
  } else {
    static_assert(!HasProtocol<S>, "protocol must be KernelProtocol() const");
    return KernelProtocol::unknown(config.depth < 2);
  }
}

template <class S>
constexpr VerificationLevel declared_level(const S& schedule) {
  if constexpr (requires {
                  { schedule.verification() } -> std::convertible_to<VerificationLevel>;
                }) {
    return schedule.verification();
  } else {
    static_assert(!HasVerification<S>, "verification must be VerificationLevel() const");
    return VerificationLevel::proven;
  }
}

template <class S>
constexpr Synchronisation declared_synchronisation(const S& schedule) {
  if constexpr (requires {
                  { schedule.synchronisation() } -> std::convertible_to<Synchronisation>;
                }) {
    return schedule.synchronisation();
  } else {
    static_assert(!HasSynchronisation<S>, "synchronisation must be Synchronisation() const");
    return {};
  }
}

}  // namespace detail
}  // namespace stretto
