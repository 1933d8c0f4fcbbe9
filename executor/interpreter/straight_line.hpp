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

inline constexpr std::size_t index_of(Counter counter) { return static_cast<std::size_t>(counter); }
inline constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Read {
  int cell = 0;
  Content due = garbage;     // of a consume
  bool held = false;         // may be read until the step completes; otherwise it is read at issue
  bool accumulated = false;  // a consume of the mma or tensor counter also writes it
};

struct Write {
  int cell = 0;
  Content leaves = garbage;  // a move leaves what it read instead
  bool accumulated = false;
};

/// A step of one wave in one trip.
struct Instance {
  const Step* step = nullptr;
  int run = 0;
  int trip = 0;
  Section section = Section::prologue;
  int index = 0;   // index in its section
  int number = 0;  // of a consume: its versions are relative to it
  std::vector<Read> reads;
  std::vector<Write> writes;
  std::vector<int> guarded;        // register cells that it accesses, if registers are interlocked
  bool writes_memory = false;      // shared or tensor memory
  int operations = 0;              // operations that it issues in its counter
  int completes_at = 0;            // completes, or arrives, when this many operations of its counter have completed
  int place = -1;                  // index of a phase barrier's slot, over all barriers
  int parity = 0;                  // of an await
  bool behind_open_group = false;  // of an arrive: a group of its counter is open
  bool asynchronous() const { return step->counter != Counter::none; }
  bool is_data() const {
    return step->action == Action::fetch || step->action == Action::move || step->action == Action::consume;
  }
};

struct Cell {
  int buffer = 0;
  int slot = 0;
  int subtile = 0;
  int part = 0;  // the wave that writes it; -1: none
};

/// One slot of a phase barrier.
struct Place {
  int barrier = 0;
  int slot = 0;
};

struct StraightLines {
  const WaveProgram* program = nullptr;
  std::vector<std::vector<Instance>> waves;
  std::vector<int> role;  // by wave
  std::vector<Cell> cells;
  std::vector<Place> places;
  std::string unencodable;  // describes a wait that does not fit in its field
  std::string miscounted;   // describes an accumulator that does not get one consume per K tile
};

/// Throws std::invalid_argument if the program is invalid: indices out of range, weights that its counter does not
/// allow, barriers of the wrong kind, trip counts that it does not allow. The program must outlive the lines.
StraightLines straight_lines(const WaveProgram& program, const Vector<int>& trips);

}  // namespace stretto::executor::interpreter
