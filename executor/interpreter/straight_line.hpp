// The straight line that each wave executes for given trip counts: every step with its trip, its cells, the contents
// that it must find and leaves there, and its operations in the counters of its wave.
//
// Memory consists of cells: one for each register subtile of a wave, and one for each part of a subtile of shared or
// tensor memory. A cell holds a version of its data. A consume computes the right result exactly when everything that
// it took was the due version. So versions can represent numbers: a run is right if the results equal those of the
// plain loop.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::executor::interpreter {

/// The content of a cell: a version, or one of the constants below.
using Content = int;
inline constexpr Content garbage = -(1 << 30);         // no version, or parts of several
inline constexpr Content before_run = -(1 << 30) + 1;  // the content before the run

/// Is it the version that is due? The content before the run counts as every version below 0, as long as no step has
/// overwritten it.
constexpr bool is_due(Content found, Content due) { return found == due || (due < 0 && found == before_run); }
constexpr bool is_version(Content content) { return content > before_run; }

inline constexpr std::size_t index_of(Counter counter) { return static_cast<std::size_t>(counter); }
inline constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Read {
  int cell = 0;
  Content due = garbage;     // of a consume
  bool any = false;          // any version is due
  bool held = false;         // may be read until the step completes; otherwise it is read at issue
  bool accumulated = false;  // a consume of the mma or tensor counter also writes it
  bool overwritten = false;  // the step writes a place that overlaps it
};

struct Write {
  int cell = 0;
  Content leaves = garbage;  // a move leaves what it read instead
  bool accumulated = false;
  bool overlaps = false;  // a write of another place that overlaps this one: it leaves garbage
  bool repeated = false;  // the step writes the cell more than once
};

/// A step of one wave in one trip.
struct Instance {
  const Step* step = nullptr;
  Moment when;
  Section section = Section::prologue;
  int index = 0;   // index in its section
  int number = 0;  // of a consume: its versions are relative to it
  std::vector<Read> reads;
  std::vector<Write> writes;
  std::vector<int> left_out;       // cells that it reads in other trips
  std::vector<int> guarded;        // register cells that it accesses, if registers are interlocked
  bool writes_memory = false;      // memory that other waves share
  bool accesses_global = false;    // a buffer in global memory
  int operations = 0;              // operations that it issues in its counter
  int completes_at = 0;            // completes, or arrives, when this many operations of its counter have completed
  int place = -1;                  // index of a phase barrier's slot, over all barriers
  int parity = 0;                  // of an await
  bool at_cluster = false;         // its place is the cluster barrier
  bool behind_open_group = false;  // of an arrive: a group of its counter is open
  bool asynchronous() const { return step->counter != Counter::none; }
  /// A wave waits for vm, lgkm and scalar when it ends.
  bool ends_with_wave() const {
    return step->counter == Counter::vm || step->counter == Counter::lgkm || step->counter == Counter::scalar;
  }
  bool generic() const { return !through_async_proxy(step->counter); }
  bool is_data() const {
    return step->action == Action::fetch || step->action == Action::move || step->action == Action::consume;
  }
};

/// Does the step write this cell?
inline bool writes_cell(const Instance& instance, int cell) {
  for (const Write& write : instance.writes) {
    if (write.cell == cell) return true;
  }
  return false;
}

struct Cell {
  int buffer = 0;
  int slot = 0;
  int subtile = 0;
  int part = 0;  // the wave that writes it; -1: none
  Space space = Space::shared;
  int workgroup = -1;           // whose memory it is; -1: registers and global memory
  bool async_accessed = false;  // some step accesses it through the async proxy; of registers: in the counter mma
  bool async_written = false;
  bool proxied() const { return space == Space::shared || space == Space::global; }
};

/// One slot of a phase barrier.
struct Place {
  int barrier = 0;
  int slot = 0;
};

/// An init step of an array of mbarriers, in the line of its wave.
struct Init {
  int wave = 0;
  int instance = 0;
  int fence = 0;  // the next proxy fence or init_fence of the wave; the end of the line if there is none
};

struct StraightLines {
  const WaveProgram* program = nullptr;
  std::vector<std::vector<Instance>> waves;
  std::vector<int> role;       // by wave
  std::vector<int> workgroup;  // by wave
  std::size_t workgroups = 0;  // their numbers are below it
  std::vector<Cell> cells;
  std::vector<Place> places;
  std::vector<std::vector<Init>> inits;  // by phase barrier
  std::string unencodable;               // describes a wait that does not fit in its field
  std::string miscounted;                // describes an accumulator that does not get one consume per K tile
};

/// Throws std::invalid_argument if the program is invalid: indices out of range, weights that its counter does not
/// allow, barriers of the wrong kind, trip counts that it does not allow. The program must outlive the lines.
StraightLines straight_lines(const WaveProgram& program, const Vector<int>& trips);

}  // namespace stretto::executor::interpreter
