// Proven<S>: the proven variant of a schedule. It keeps the ops of S in order, except loads that S issues too early,
// and the pacing barriers. All other synchronisation is derived. The result is proven for every trip count.
#pragma once

#include <stretto/mojo/compiler/pipeline_schedule.hpp>

namespace stretto {

/// `S` may declare which of its barriers are pacing barriers: static constexpr Pacing pacing(). By default the
/// derivation uses the fewest barriers. With `Hiding` it uses the fewest barriers that leave the given number of
/// compute ops to hide the latency of reads and loads.
template <PipelineSchedule S, LatencyHiding Hiding = LatencyHiding{}>
struct Proven : S {
  using S::S;
  constexpr Proven() = default;
  /// The proven variant of an existing schedule object.
  constexpr explicit Proven(const S& schedule) : S(schedule) {}

  /// Must be proven.
  static constexpr VerificationLevel verification() { return VerificationLevel::proven; }
  /// Derived, except the pacing barriers.
  static constexpr Synchronisation synchronisation() {
    if constexpr (requires { S::pacing(); }) {
      return {true, S::pacing(), Hiding};
    } else {
      return {true, Pacing::none, Hiding};
    }
  }
};

}  // namespace stretto
