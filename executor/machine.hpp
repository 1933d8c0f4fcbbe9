// Machine: what the executor runs. Waves with straight-line code, one memory, and what each sum must come to.
//
// Memory is made of cells (a subtile of shared memory in one slot, a register of one wave). A cell is a matrix of
// `Machine::rows` rows; its columns are the contributions it is put together from, one of each wave that brings a part.
// The h-th of w hardware operations of an instruction touches the rows from h * rows / w to (h + 1) * rows / w. So each
// hardware operation of a write covers some of its wave's part, and each hardware operation of a read covers some of
// every part: whatever is still pending when it should not be, somebody sees it.
#pragma once

#include <stretto/core/section.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto::executor {

/// A block of memory: Machine::rows rows of `columns` elements, in one of the slots of its buffer.
struct Place {
  int first = 0;    // element, in slot 0
  int stride = 1;   // elements from row to row
  int columns = 1;  // elements of a row
  int slot = 0;     // in trip i: (slot + i * slot_step) modulo slots
  int slot_step = 0;
  int slots = 1;
  int slot_elements = 0;   // from slot to slot
  int register_cell = -1;  // number of the register in slot 0; -1: shared memory

  [[nodiscard]] int slot_in_trip(int trip) const { return slot_step == 0 ? slot : (slot + trip * slot_step) % slots; }
};

/// One contribution to one cell.
struct Transfer {
  Place target;
  Place source;     // of a move
  int column = -1;  // of a fetch: which column of the K tile
  int mark = 0;     // in-flight marks of the contribution in slot 0, one a row
};

struct Instruction {
  Action action = Action::nothing;  // never `nothing`: front ends drop these
  Counter counter = Counter::none;
  int weight = 1;
  int count = 0;  // wait
  int tile = 0;   // fetch: tile + trip * tile_step
  int tile_step = 0;
  int accumulator = -1;
  int first = 0;  // a range of transfers, or of a consume's operands
  int size = 0;
  bool reads_registers = false;  // consume: its operands are registers, else shared memory
  Section section = Section::prologue;
  int entry = -1;
};

using WaveCode = PerSection<Vector<Instruction>>;

/// Elementwise product, summed up. Each factor is a cell's worth of columns of a K tile; a narrower factor repeats.
struct Product {
  Vector<Vector<int>> factors;
};

/// What an accumulator of a wave is to hold after the run.
struct Sum {
  int wave = 0;
  int accumulator = 0;
  Vector<int> every_tile;  // these products of every K tile; or, if there are none:
  Vector<int> prologue;    // the n-th product, in program order, of K tile n
  Vector<int> kernel;
  Vector<int> epilogue;
};

struct Machine {
  Vector<WaveCode> waves;
  Vector<Transfer> transfers;
  Vector<Place> operands;
  Vector<Product> products;
  Vector<Sum> sums;
  int rows = 1;
  int elements = 0;        // of memory
  int register_cells = 0;  // of all waves
  int tile_columns = 0;    // columns of a K tile
  int accumulators = 0;    // of a wave
  int tiles = 0;           // K tiles of a run: tiles + trips * tiles_per_trip
  int tiles_per_trip = 0;
  RegisterReading registers = RegisterReading::explicit_waits;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits;

  [[nodiscard]] int tiles_in(int trips) const { return tiles + trips * tiles_per_trip; }
};

}  // namespace stretto::executor
