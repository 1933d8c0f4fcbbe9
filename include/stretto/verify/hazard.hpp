// The results of the verifier: hazards with their verdicts, and the verdict on the whole program.
#pragma once

#include <stretto/core/diagnostic.hpp>
#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// The safety conditions. A hazard violates one of them, or is listed as proven.
enum class HazardKind : unsigned char {
  flow,        ///< a read must come after the complete write of the version that it needs, in every contributing wave
  anti,        ///< a write must not begin before every read of the old content is complete
  output,      ///< two writes of a part must not overlap
  content,     ///< each read finds the K tile that is due; each K tile enters each accumulator exactly once
  progress,    ///< no wave waits forever, and each wait and arrival is in the intended phase
  encodable,   ///< every wait and the bytes expected in a phase fit their fields, and every slot fits in memory
  unfinished,  ///< when the workgroup ends, no operation is still in flight, except in vm and lgkm
  fence,       ///< two accesses that need a proxy fence, or wgmma.fence, have it between them
  uninitialised,  ///< no barrier is used before its initialisation is visible
  gone,           ///< nothing reaches the memory or the barriers of a workgroup that may have ended
};

/// The condition as messages and JSON write it.
constexpr const char* name(HazardKind kind) {
  switch (kind) {
    case HazardKind::flow: return "flow";
    case HazardKind::anti: return "anti";
    case HazardKind::output: return "output";
    case HazardKind::content: return "content";
    case HazardKind::progress: return "progress";
    case HazardKind::encodable: return "encodable";
    case HazardKind::unfinished: return "unfinished";
    case HazardKind::fence: return "fence";
    case HazardKind::uninitialised: return "uninitialised";
    case HazardKind::gone: return "gone";
  }
  return "?";
}

/// Verdicts, from best to worst.
enum class Verdict : unsigned char {
  proven,             ///< ordered, for every trip count
  relies_on_latency,  ///< not ordered, but separated by a margin in cycles under the target's latency bounds
  race,               ///< neither ordered nor separated by latency
  invalid,            ///< the program cannot run, or no state repeats within the limits
};

/// The verdict as messages and JSON write it.
constexpr const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::proven: return "proven";
    case Verdict::relies_on_latency: return "relies_on_latency";
    case Verdict::race: return "race";
    case Verdict::invalid: return "invalid";
  }
  return "?";
}

/// One execution of a step: its role, section and trip.
struct StepInstance {
  int role = -1;                        ///< -1: none
  Section section = Section::prologue;  ///< section that contains the step
  int index = -1;                       ///< index among the role's steps of that section
  int entry = -1;                       ///< index among the emitted entries; equal for roles that run the same ones
  int trip = 0;                         ///< trip index of the role
  int start = 0;                        ///< trip index at which the run began
  int run = 0;                          ///< number of the run: the output tile

  /// When it is executed.
  [[nodiscard]] constexpr Moment moment() const { return {trip, start, run}; }
  /// Is there a step?
  [[nodiscard]] constexpr bool present() const { return index >= 0; }
  /// Do both steps come from the same emitted entry?
  [[nodiscard]] constexpr bool same_entry(const StepInstance& other) const {
    return section == other.section && entry == other.entry;
  }
  friend constexpr bool operator==(const StepInstance&, const StepInstance&) = default;
};

/// A pair of steps that must be ordered, and the verdict whether they are. If the same two steps meet in several
/// places, roles or trips, this is the worst case.
struct Hazard {
  HazardKind kind = HazardKind::flow;  ///< the condition
  Verdict verdict = Verdict::proven;   ///< does the condition hold?
  StepInstance first;                  ///< the step that must complete first; absent if no step writes what is read
  StepInstance second;                 ///< the step that must not begin before; absent at the end of the run
  int buffer = -1;                     ///< index in WaveProgram::buffers; -1: none
  int slot = 0;                        ///< index in the buffer
  int subtile = 0;                     ///< index in the slot
  int tile_due = 0;                    ///< K tile that the reader must find
  int tile_found = 0;                  ///< content: the K tile that it finds; no_tile: none, or parts of several
  int margin = 0;                      ///< relies_on_latency: margin in cycles
  int trips = 0;                       ///< a trip count with which it happens
};

inline constexpr int no_tile = -(1 << 24);  ///< no K tile

/// What the verifier may assume, and what it reports.
struct VerifyOptions {
  LatencyBounds latency;     ///< latency bounds of the target; without them, every unordered pair is a race
  bool list_proven = false;  ///< also list the pairs that are ordered
};

/// The verdict on a program, with everything that was found.
struct Verification {
  Verdict verdict = Verdict::proven;  ///< the worst of all hazards
  Diagnostic invalid;                 ///< the reason, if the verdict is invalid
  Vector<Hazard> hazards;             ///< worst first; proven ones only with VerifyOptions::list_proven
  Vector<StepInstance> dead_reads;    ///< reads of fragments that no step uses
  int pairs_checked = 0;              ///< number of pairs that were checked
  int trips_explored = 0;             ///< the state at the loop head after this many trips ...
  int repeats_from = -1;              ///< ... is as safe as the one after this many; -1: none repeats
  int starts_explored = 0;            ///< states that runs were started from; all other starts are as safe
  int heads_explored = 0;             ///< loop heads that were explored, in all runs
  int smallest_margin = 0;            ///< of the hazards that rely on latency

  /// Is every pair ordered, for every trip count?
  [[nodiscard]] constexpr bool proven() const { return verdict == Verdict::proven; }
};

}  // namespace stretto
