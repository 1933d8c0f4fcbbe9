// Everything that a picture of a schedule shows, as plain data. Pictures, reports and JSON are written from it alone,
// so that they cannot disagree.
//
// Times are cycles of one modelled run with a few trips: prologue, kernel and epilogue.
#pragma once

#include <string>
#include <vector>

#include <stretto/model/wave_program.hpp>

namespace stretto::tool {

/// Of a step that is executed, or of a step of the program.
enum class SceneKind : unsigned char { op, wait, barrier, arrive, await, other };

constexpr const char* name(SceneKind kind) {
  switch (kind) {
    case SceneKind::op: return "op";
    case SceneKind::wait: return "wait";
    case SceneKind::barrier: return "barrier";
    case SceneKind::arrive: return "arrive";
    case SceneKind::await: return "await";
    case SceneKind::other: return "other";
  }
  return "?";
}

struct SceneUnit {
  std::string name;
  int limit = 1;    // ops that it serves at a time
  double busy = 0;  // part of the steady state
};

struct SceneAgent {
  std::string name;
  int waves = 1;
  double working = 0;  // cycles of a steady trip
  double issuing = 0;
  double stalled = 0;
};

/// A pair of steps that must be in order.
struct SceneLink {
  int step = -1;      // the other one
  std::string kind;   // flow, anti, output
  std::string place;  // of the data
  int distance = 0;   // trips between them
};

/// A step of an agent's program.
struct SceneStep {
  int agent = 0;
  Phase phase = Phase::kernel;
  int index = 0;   // among the steps of the phase
  int entry = -1;  // among the emitted entries
  SceneKind kind = SceneKind::op;
  std::string label;
  int unit = -1;
  int occupancy = 0;
  int latency = 0;
  int issue = 0;
  long slack = -1;  // least cycles from its result to the first step that needs it; -1: nobody does, or not known
  std::vector<SceneLink> before;  // what it comes after
  std::vector<SceneLink> after;   // what comes after it
  // Of waits and barriers: what goes wrong without it. Empty: nothing does.
  std::string needed_for;
  bool redundant = false;
};

/// An execution of an op.
struct SceneSlice {
  int step = 0;
  int agent = 0;
  int unit = -1;  // -1: none
  int lane = 0;   // of the unit
  int trip = 0;
  long issued = 0;
  long start = 0;  // on its unit
  long end = 0;
  long done = 0;  // its result is there
};

/// A time in which an agent does not go on.
struct SceneStall {
  int step = 0;
  int agent = 0;
  int trip = 0;
  long start = 0;
  long cycles = 0;
  std::string cause;
};

/// A slot of a buffer, from the first write of a version to its last read.
struct SceneOccupied {
  int buffer = 0;
  int slot = 0;
  long from = 0;
  long to = 0;
  std::string label;
};

struct SceneBuffer {
  std::string name;
  std::string space;
  int slots = 1;
  long bytes = 0;  // of a slot; registers: of one wave; 0: not known
};

struct SceneStallSum {
  std::string text;
  double cycles = 0;  // of a trip
};

struct SceneEvent {
  int wave = -1;  // -1: all
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
  std::vector<SceneEvent> run;  // the interleaving that goes wrong
};

struct SceneInterval {
  long ii = 0;
  long bound = 0;
  bool optimal = false;
  std::string bound_by;
};

struct Scene {
  std::string title;
  std::string target;
  std::string source;  // what was asked for
  std::string verdict;
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
  std::vector<SceneAgent> agents;
  std::vector<SceneBuffer> buffers;
  std::vector<SceneStep> steps;
  std::vector<SceneSlice> slices;
  std::vector<SceneStall> stalls;
  std::vector<SceneOccupied> occupied;
  std::vector<SceneStallSum> stall_sums;
  std::vector<SceneHazard> hazards;
  long shared_bytes = 0;    // most at a time
  long register_bytes = 0;  // of a wave

  [[nodiscard]] int step_count() const { return static_cast<int>(steps.size()); }
};

}  // namespace stretto::tool
