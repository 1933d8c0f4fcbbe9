// The straight line that each wave executes in runs of given trip counts: every step with its trip, its cells, what it
// is to find there and what it leaves, and its operations in the counters of its wave.
//
// Memory is cells: one for each register subtile of a wave, and one for each part of a subtile of shared or tensor
// memory. A cell holds a version of its data. What a consume computes is right exactly when everything that it took was
// the version due, so versions stand for the numbers: a run is right when the plain loop's numbers come out.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::executor::interpreter {

/// What a cell holds: a version, or one of these.
using Content = int;
inline constexpr Content garbage = -(1 << 30);         // no version, or parts of several
inline constexpr Content before_run = -(1 << 30) + 1;  // what was there before the run

/// Is it the version that is due? What was there before the run is every version below 0 that nobody has left since.
constexpr bool is_due(Content found, Content due) { return found == due || (due < 0 && found == before_run); }

inline constexpr std::size_t index_of(Counter counter) { return static_cast<std::size_t>(counter); }
inline constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Read {
  int cell = 0;
  Content due = garbage;     // of a consume
  bool held = false;         // read at any time until the step completes; else at its issue
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
  int index = 0;   // among the steps of its phase
  int number = 0;  // consume: what its versions are relative to
  std::vector<Read> reads;
  std::vector<Write> writes;
  std::vector<int> guarded;        // register cells that it touches, where registers are interlocked
  bool writes_memory = false;      // shared or tensor
  int operations = 0;              // that it issues in its counter
  int completes_at = 0;            // it is complete, or arrives, when so many operations of its counter have completed
  int place = -1;                  // of a phase barrier, over all barriers
  int parity = 0;                  // await
  bool behind_open_group = false;  // arrive: a group of its counter is open
  bool asynchronous() const { return step->counter != Counter::none; }
  bool is_data() const {
    return step->action == Action::fetch || step->action == Action::move || step->action == Action::consume;
  }
};

struct Cell {
  int buffer = 0;
  int slot = 0;
  int subtile = 0;
  int part = 0;  // the wave that writes it; -1: nobody
};

/// Where a phase barrier's place is.
struct Place {
  int barrier = 0;
  int slot = 0;
};

struct StraightLines {
  const WaveProgram* program = nullptr;
  std::vector<std::vector<Instance>> waves;
  std::vector<int> role;  // of a wave
  std::vector<Cell> cells;
  std::vector<Place> places;
  std::string unencodable;  // a wait that its field cannot hold, in words
  std::string miscounted;   // an accumulator that does not get a consume for every K tile, in words
};

/// Throws std::invalid_argument when the program makes no sense: indices out of range, weights that its counter does
/// not know, barriers used as what they are not, trip counts that it does not admit. The program must outlive the
/// lines.
StraightLines straight_lines(const WaveProgram& program, const Vector<int>& trips);

}  // namespace stretto::executor::interpreter
