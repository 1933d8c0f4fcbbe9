// What proves the bound of an interval: a recurrence, or a unit that is busy all the time, op after op.
#pragma once

#include <string>
#include <vector>

#include <stretto/modulo/schedule.hpp>

namespace stretto::tool {

struct BoundEdge {
  int from = 0;  // ops of the problem
  int to = 0;
  long distance = 0;  // iterations
  long cycles = 0;
  std::string storage;  // whose slots ask for it; empty: a dependence, or the unit
  std::string why;
};

struct Bound {
  std::vector<BoundEdge> edges;  // empty: neither a recurrence nor a unit alone
  long cycles = 0;               // a unit that serves several ops at a time: fewer than those of its edges
  long iterations = 1;
};

Bound bound_of(const ModuloProblem& problem, const ModuloResult& schedule);

}  // namespace stretto::tool
