// What the verifier finds: hazards, their verdicts, and the verdict on the whole program.
#pragma once

#include <stretto/core/diagnostic.hpp>
#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// The conditions of safety.
enum class HazardKind : unsigned char {
  flow,        ///< a read must come after the write of what it is to see has completed, in every wave that contributes
  anti,        ///< a write must not begin before every reader of the old content has finished
  output,      ///< two writes of a place must not overlap
  content,     ///< each read sees the K tile that it is to see; each K tile enters each accumulator exactly once
  progress,    ///< no wave waits for a barrier that never comes
  encodable,   ///< every wait fits its field, every slot the memory
  unfinished,  ///< when the workgroup ends, nothing that it sent for is still in flight
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
  }
  return "?";
}

/// From best to worst.
enum class Verdict : unsigned char {
  proven,             ///< ordered, for every trip count
  relies_on_latency,  ///< not ordered, but apart by a margin of cycles under the target's latencies
  race,               ///< neither ordered nor apart
  invalid,            ///< not a program that can run
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

/// One execution of a step: by which role, in which phase and trip.
struct StepInstance {
  int role = -1;                        ///< -1: none
  Section section = Section::prologue;  ///< of the role's program
  int index = -1;                       ///< among the steps of the role's phase
  int entry = -1;                       ///< among the emitted entries; roles that run the same entries agree in it
  int trip = 0;                         ///< of the role

  /// Is there a step at all?
  [[nodiscard]] constexpr bool present() const { return index >= 0; }
  /// Do both come from one emitted entry?
  [[nodiscard]] constexpr bool same_entry(const StepInstance& other) const {
    return section == other.section && entry == other.entry;
  }
  friend constexpr bool operator==(const StepInstance&, const StepInstance&) = default;
};

/// A pair of steps that must be ordered, and whether they are. Of all places, roles and trips that meet in the same
/// two steps, the worst.
struct Hazard {
  HazardKind kind = HazardKind::flow;  ///< which condition
  Verdict verdict = Verdict::proven;   ///< is it kept?
  StepInstance first;                  ///< the one that must be over; absent when nobody writes what is read
  StepInstance second;                 ///< the one that must not have begun; absent at the end of the run
  int buffer = -1;                     ///< of the program; -1: none
  int slot = 0;                        ///< of the buffer
  int subtile = 0;                     ///< of the slot
  int tile_due = 0;                    ///< K tile that the reader is to see
  int tile_found = 0;                  ///< content: what it sees instead; no_tile when nothing, or parts of several
  int margin = 0;                      ///< relies_on_latency: cycles
  int trips = 0;                       ///< a trip count for which it happens
};

inline constexpr int no_tile = -(1 << 24);  ///< Stands for no K tile.

/// What the verifier may take for granted, and what it is to tell.
struct VerifyOptions {
  LatencyBounds latency;     ///< of the target; without them, what is not ordered is a race
  bool list_proven = false;  ///< also list the pairs that are in order
};

/// The verdict on a program, with all that was found.
struct Verification {
  Verdict verdict = Verdict::proven;  ///< the worst of all hazards
  Diagnostic invalid;                 ///< why, when the verdict is invalid
  Vector<Hazard> hazards;             ///< worst first; proven ones only when asked for
  Vector<StepInstance> dead_reads;    ///< fragments that nobody consumes
  int pairs_checked = 0;              ///< orderings looked at
  int trips_explored = 0;             ///< the state at the loop head after this many trips ...
  int repeats_from = -1;              ///< ... is as safe as the one after this many; -1: none repeats
  int starts_explored = 0;            ///< states that a run can begin in, of which the others are as safe
  int heads_explored = 0;             ///< loop heads, of all runs
  int smallest_margin = 0;            ///< of those that rely on latency

  /// Is every pair in order, for every trip count?
  [[nodiscard]] constexpr bool proven() const { return verdict == Verdict::proven; }
};

}  // namespace stretto
