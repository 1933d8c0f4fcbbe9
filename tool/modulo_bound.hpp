// The cause of an interval's bound: a recurrence, or a saturated unit, as a cycle of ops.
#pragma once

#include <string>
#include <vector>

#include <stretto/modulo/schedule.hpp>

namespace stretto::tool {

struct BoundEdge {
  int from = 0;  // op numbers
  int to = 0;
  long distance = 0;  // iterations
  long cycles = 0;
  std::string storage;  // the storage whose slots cause it; empty: a dependence or the unit
  std::string why;
};

struct Bound {
  std::vector<BoundEdge> edges;  // empty: neither a recurrence nor a single unit
  long cycles = 0;               // less than the sum over the edges if the unit serves several ops at a time
  long iterations = 1;
};

Bound bound_of(const ModuloProblem& problem, const ModuloResult& schedule);

}  // namespace stretto::tool
