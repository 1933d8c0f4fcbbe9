// Machine: the input of the executor. Waves with straight-line code, one memory, and the expected value of each sum.
//
// Memory consists of cells: a subtile of shared memory in one slot, or a register of one wave. A cell is a matrix of
// `Machine::rows` rows. Its columns are its contributions, one from each wave that fills a part of it. Hardware
// operation h of an instruction of w operations accesses rows h * rows / w to (h + 1) * rows / w. So each operation of
// a write covers some of its wave's part, and each operation of a read covers some of every part: if any operation is
// still pending when it must not be, a read observes it.
#pragma once

#include <stretto/core/section.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto::executor {

/// A block of memory: Machine::rows rows of `columns` elements, in one of the slots of its buffer.
struct Place {
  int first = 0;    // first element, in slot 0
  int stride = 1;   // elements between rows
  int columns = 1;  // elements per row
  int slot = 0;     // in trip i: (slot + i * slot_step) modulo slots
  int slot_step = 0;
  int slots = 1;
  int slot_elements = 0;   // elements between slots
  int register_cell = -1;  // register number in slot 0; -1: shared memory

  [[nodiscard]] int slot_in_trip(int trip) const { return slot_step == 0 ? slot : (slot + trip * slot_step) % slots; }
};

/// One contribution to one cell.
struct Transfer {
  Place target;
  Place source;     // source of a move
  int column = -1;  // for a fetch: column of the K tile
  int mark = 0;     // in-flight marks of the contribution in slot 0, one per row
};

struct Instruction {
  Action action = Action::nothing;  // never `nothing`: front ends drop such steps
  Counter counter = Counter::none;
  int weight = 1;
  int count = 0;  // of a wait
  int tile = 0;   // of a fetch: tile + trip * tile_step
  int tile_step = 0;
  int accumulator = -1;
  int first = 0;  // first transfer, or first operand of a consume
  int size = 0;
  bool reads_registers = false;  // of a consume: its operands are registers, otherwise shared memory
  Section section = Section::prologue;
  int entry = -1;
};

using WaveCode = PerSection<Vector<Instruction>>;

/// The sum of an elementwise product. Each factor is the columns of a K tile that one cell holds; a narrower factor
/// repeats.
struct Product {
  Vector<Vector<int>> factors;
};

/// The value that an accumulator of a wave must hold after the run.
struct Sum {
  int wave = 0;
  int accumulator = 0;
  Vector<int> every_tile;  // these products of every K tile; if empty, the three members below
  Vector<int> prologue;    // the n-th product, in program order, belongs to K tile n
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
  int elements = 0;        // elements of memory
  int register_cells = 0;  // of all waves
  int tile_columns = 0;    // columns per K tile
  int accumulators = 0;    // per wave
  int tiles = 0;           // K tiles of a run: tiles + trips * tiles_per_trip
  int tiles_per_trip = 0;
  RegisterReading registers = RegisterReading::explicit_waits;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits;

  [[nodiscard]] int tiles_in(int trips) const { return tiles + trips * tiles_per_trip; }
};

}  // namespace stretto::executor
