// A wave: its context, and what it has in flight.
#pragma once

#include <deque>

#include "fiber.hpp"
#include "operation.hpp"

namespace stretto::cdna::emulator {

/// Operations that a counter counts; they land in order.
struct Queue {
  std::deque<Operation> operations;
  int capacity = 0;

  [[nodiscard]] int size() const { return static_cast<int>(operations.size()); }
};

struct Wave {
  Fiber fiber;
  Queue vm;
  Queue lgkm;
  int barriers = 0;  // that it has reached
  bool waiting = false;
  bool ended = false;
  int priority = 0;
  long clock = 0;
};

}  // namespace stretto::cdna::emulator
