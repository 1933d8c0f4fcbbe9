// Everything that an image of a schedule shows, as plain data. Images, reports and JSON are all generated from it, so
// they cannot disagree.
//
// Times are cycles of one modelled run with a few trips: prologue, kernel and epilogue.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::tool {

/// The kind of a step or of its execution.
enum class SceneKind : unsigned char { op, wait, barrier, arrive, await, fence, other };

constexpr const char* name(SceneKind kind) {
  switch (kind) {
    case SceneKind::op: return "op";
    case SceneKind::wait: return "wait";
    case SceneKind::barrier: return "barrier";
    case SceneKind::arrive: return "arrive";
    case SceneKind::await: return "await";
    case SceneKind::fence: return "fence";
    case SceneKind::other: return "other";
  }
  return "?";
}

/// The subject of the scene.
enum class SceneSubject : unsigned char {
  program,  // a wave program, with waits and a verdict
  graph,    // a loop and its modulo schedule: steps are ops, trips are iterations, and there are no roles
};

constexpr const char* name(SceneSubject subject) { return subject == SceneSubject::program ? "program" : "graph"; }

constexpr const char* space_text(Space space) {
  switch (space) {
    case Space::shared: return "shared memory";
    case Space::registers: return "registers of a wave";
    case Space::tensor: return "tensor memory";
    case Space::global: return "global memory";
  }
  return "?";
}

struct SceneUnit {
  std::string name;
  int limit = 1;    // ops served at a time
  double busy = 0;  // share of the steady state
};

struct SceneRole {
  std::string name;
  int waves = 1;
  double working = 0;  // cycles of a steady trip
  double issuing = 0;
  double stalled = 0;
};

/// A pair of steps that must be ordered.
struct SceneLink {
  int step = -1;       // the other one
  std::string kind;    // flow, anti, output
  std::string place;   // the location of the data
  int distance = 0;    // trips between them, each counted by its own role
  int iterations = 0;  // between them, independent of the trips that execute them
  long delay = -1;     // graphs: required cycles from start to start; -1: none
};

/// The pair of steps that a wait or barrier orders.
struct ScenePair {
  int first = -1;  // steps; -1: none
  int second = -1;
  std::string kind;  // flow, anti, output, content, progress
  std::string place;

  [[nodiscard]] bool present() const { return first >= 0 || second >= 0; }
};

/// A step of a role's program.
struct SceneStep {
  int role = 0;  // -1: none
  Section section = Section::kernel;
  int index = 0;     // in the section
  int entry = -1;    // in the emitted entries
  int same_as = -1;  // the same step in an earlier role that runs the same entries
  SceneKind kind = SceneKind::op;
  std::string label;
  std::string name;  // the label without its accesses
  int unit = -1;
  int occupancy = 0;
  int latency = 0;
  int issue = 0;
  long start = -1;  // graphs: in iteration 0
  long slack = -1;  // minimum cycles from its result to the first step that needs it; -1: none, or unknown
  std::vector<SceneLink> before;  // its predecessors
  std::vector<SceneLink> after;   // its successors
  // Waits and barriers: the hazard that it prevents. Empty: none.
  std::string needed_for;
  ScenePair needed_pair;
  bool redundant = false;

  [[nodiscard]] bool is_sync() const { return kind != SceneKind::op && kind != SceneKind::other; }
};

/// An execution of an op.
struct SceneSlice {
  int step = 0;
  int role = 0;
  int unit = -1;  // -1: none
  int lane = 0;   // of the unit
  int trip = 0;
  long issued = 0;
  long start = 0;  // on its unit
  long end = 0;
  long done = 0;    // its result is available
  long began = 0;   // starts to occupy its role
  long passed = 0;  // its role continues

  /// True if it lasts longer than its time on the unit.
  [[nodiscard]] bool flies() const { return done > end || issued < start; }
};

/// A wait, a barrier or a signal that a role passes.
struct SceneSync {
  int step = 0;
  int role = 0;
  int trip = 0;
  long came = 0;    // reached
  long passed = 0;  // continued
};

/// A time in which a role is stalled.
struct SceneStall {
  int step = 0;
  int role = 0;
  int trip = 0;
  long start = 0;
  long cycles = 0;
  std::string cause;
};

/// The lifetime of a version in a part of a slot, from its write to its last read. Registers belong to one role.
struct SceneOccupied {
  int buffer = 0;
  int slot = 0;
  int part = 0;
  int role = -1;  // -1: shared by all
  long from = 0;
  long to = 0;
  std::string label;
};

struct SceneBuffer {
  std::string name;
  Space space = Space::shared;
  int slots = 1;
  int parts = 1;      // of a slot, each written separately
  long bytes = 0;     // of a slot; registers: of one wave; 0: unknown
  int workgroup = 0;  // of a cluster

  [[nodiscard]] long all_bytes() const { return bytes * slots; }
};

/// The use of a memory over the run: each point gives the amount from its cycle on.
struct SceneMemory {
  Space space = Space::shared;
  int role = -1;       // registers: the owner; -1: memory of a workgroup
  bool bytes = false;  // else slots, if the bytes are unknown
  long capacity = -1;  // -1: unknown
  long most = 0;
  std::vector<std::pair<long, long>> points;  // cycle, amount
};

struct SceneStallSum {
  int step = 0;
  int role = 0;
  std::string text;
  double cycles = 0;  // of a trip
};

struct SceneEvent {
  int wave = -1;  // -1: all
  int role = -1;  // -1: all
  int step = -1;  // -1: none
  int trip = -1;
  std::string kind;
  std::string text;
  bool wrong = false;
};

struct SceneHazard {
  std::string kind;
  std::string verdict;
  std::string text;
  int first = -1;  // steps
  int second = -1;
  int margin = 0;
  std::vector<SceneEvent> run;  // the counterexample
};

struct SceneInterval {
  long ii = 0;
  int stages = 0;  // iterations in progress at a time
  long bound = 0;
  bool optimal = false;
  std::string bound_by;
};

/// From one step of a recurrence to the next.
struct SceneEdge {
  int from = 0;
  int to = 0;
  int distance = 0;  // trips, each counted by its own role
  int iterations = 0;
  long cycles = 0;
  std::string why;
};

/// A recurrence: a cycle of steps over some trips, which bounds the cycles per trip.
struct SceneRecurrence {
  std::string of;  // "bound" of the interval, or "steady state"
  std::string text;
  double cycles = 0;
  int trips = 1;
  std::vector<SceneEdge> edges;
};

struct Scene {
  SceneSubject subject = SceneSubject::program;
  std::string title;
  std::string target;
  std::string source;  // the command-line arguments
  std::string verdict;
  std::string verdict_reason;     // why it is invalid
  std::string standstill;         // of a program that deadlocks: who waits, so that nothing is timed; else empty
  std::string standstill_report;  // what the verifier says of it
  int trips = 0;
  long cycles = 0;         // of the whole run
  double trip_cycles = 0;  // of a steady trip
  bool exact = true;       // the steady state repeats
  int tiles_of_trip = 0;
  bool has_interval = false;
  SceneInterval interval;
  long kernel_from = 0;  // of the run
  long kernel_to = 0;
  std::vector<SceneUnit> units;
  std::vector<SceneRole> roles;
  std::vector<SceneBuffer> buffers;
  std::vector<SceneStep> steps;
  std::vector<SceneSlice> slices;
  std::vector<SceneSync> syncs;
  std::vector<SceneStall> stalls;
  std::vector<SceneOccupied> occupied;
  std::vector<SceneStallSum> stall_sums;
  std::vector<SceneHazard> hazards;
  std::vector<SceneMemory> memory;
  std::vector<SceneRecurrence> recurrences;

  /// The recurrence of the bound, else of the steady state; null: none.
  [[nodiscard]] const SceneRecurrence* critical() const { return recurrences.empty() ? nullptr : recurrences.data(); }

  /// False for a program without a loop.
  [[nodiscard]] bool repeats() const {
    return std::ranges::any_of(steps, [](const SceneStep& step) { return step.section == Section::kernel; });
  }

  [[nodiscard]] int step_count() const { return static_cast<int>(steps.size()); }

  /// The bytes of all buffers in a space, per workgroup or per wave.
  [[nodiscard]] long bytes_in(Space space) const {
    long bytes = 0;
    for (const SceneBuffer& buffer : buffers) {
      if (buffer.space == space && buffer.workgroup == 0) bytes += buffer.all_bytes();
    }
    return bytes;
  }
};

}  // namespace stretto::tool
