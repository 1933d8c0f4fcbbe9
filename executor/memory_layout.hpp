// Addresses of cells. Front ends use it while they build a machine.
#pragma once

#include "machine.hpp"

namespace stretto::executor {

/// One subtile of a buffer in all its slots, or one register of a wave.
struct Cell {
  int first = 0;
  int columns = 1;
  int slots = 1;
  int register_cell = -1;

  [[nodiscard]] Place place(int rows, int slot = 0, int slot_step = 0) const {
    Place place;
    place.first = first;
    place.stride = columns;
    place.columns = columns;
    place.slots = slots;
    place.slot = slot_step == 0 ? slot % slots : slot;
    place.slot_step = slot_step;
    place.slot_elements = rows * columns;
    place.register_cell = register_cell;
    return place;
  }

  /// Some of the cell's columns as the target of a transfer. Marks use the same addresses as elements, column by
  /// column.
  [[nodiscard]] Transfer contribution(int rows, int column, int columns_of_it, int slot = 0, int slot_step = 0) const {
    Transfer transfer;
    transfer.target = place(rows, slot, slot_step);
    transfer.target.first += column;
    transfer.target.columns = columns_of_it;
    transfer.mark = first + column * rows;
    return transfer;
  }
};

inline Cell add_cell(Machine& machine, Space space, int slots, int columns) {
  Cell cell{machine.elements, columns, slots, -1};
  machine.elements += slots * columns * machine.rows;
  if (space == Space::registers) {
    cell.register_cell = machine.register_cells;
    machine.register_cells += slots;
  }
  return cell;
}

}  // namespace stretto::executor
