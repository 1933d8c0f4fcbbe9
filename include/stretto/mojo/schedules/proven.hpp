// Proven<S>: the safe twin of a schedule. The same ops, in the same order but for loads that stand too early, and the
// barriers that set the pace; all other synchronisation is derived, and the result is proven for every trip count.
#pragma once

#include <stretto/mojo/compiler/pipeline_schedule.hpp>

namespace stretto {

/// `S` may say which of its barriers set the pace: static constexpr Pacing pacing(). With `Hiding` the barriers are not
/// the fewest of all, but the fewest that leave so many compute ops to hide the latency of reads and loads.
template <PipelineSchedule S, LatencyHiding Hiding = LatencyHiding{}>
struct Proven : S {
  using S::S;
  constexpr Proven() = default;
  /// The twin of a schedule that was made already.
  constexpr explicit Proven(const S& schedule) : S(schedule) {}

  /// Held to the proof.
  static constexpr VerificationLevel verification() { return VerificationLevel::proven; }
  /// Derived, but for the barriers that set the pace.
  static constexpr Synchronisation synchronisation() {
    if constexpr (requires { S::pacing(); }) {
      return {true, S::pacing(), Hiding};
    } else {
      return {true, Pacing::none, Hiding};
    }
  }
};

}  // namespace stretto
