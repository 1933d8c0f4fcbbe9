// The result of modulo scheduling, and its options. Whoever only reads a schedule includes this, not the search.
#pragma once

#include <stretto/modulo/problem.hpp>

namespace stretto {

/// Whether a value is proven.
enum class ModuloStatus : unsigned char {
  optimal,  ///< proven optimal
  best,     ///< the best found before the budget ran out
};

/// Why no smaller II is possible.
enum class ModuloReason : unsigned char {
  resource,    ///< a unit is saturated (ResMII)
  recurrence,  ///< a recurrence takes that long (RecMII)
  exhausted,   ///< every II from the bounds on was refuted
  fixed,       ///< the options fix II
  open,        ///< not known: the budget ran out
};

/// ResMII: below this interval some unit has more work than cycles.
struct ResourceBound {
  long ii = 1;        ///< no smaller interval is possible
  int resource = -1;  ///< the saturated resource; -1: no resource is limited
};

/// RecMII: below this interval some recurrence does not complete in time.
struct RecurrenceBound {
  long ii = 1;  ///< no smaller interval is possible
  Vector<int>
      edges;  ///< of the recurrence, in order; numbers from problem.edges.size() on are slot limits; empty at II 1
};

/// The budget of a search. Nodes are the same on every machine; the search calls `expired`, if set, from time to time.
struct ModuloBudget {
  long nodes = 10'000;          ///< the search stops after this many nodes
  bool (*expired)() = nullptr;  ///< true: stop now
};

/// What to search for, and for how long.
struct ModuloOptions {
  long fixed_ii = 0;             ///< required II; 0: the smallest
  long max_stages = 0;           ///< upper bound on the stages, which are minimised in any case; 0: none
  bool only_interval = false;    ///< skip the later objectives
  ModuloBudget budget;           ///< for all II that short searches leave open
  long objective_nodes = 4'000;  ///< search nodes for each later objective
};

/// The first II that has a schedule, but none that fits the memory.
struct CapacityMiss {
  long ii = 0;                  ///< 0: there is none
  Space space = Space::shared;  ///< the memory that is too small
  long bytes = 0;               ///< bytes that the slots need
  long capacity = 0;            ///< bytes that the memory has
  Vector<int> slots;            ///< by storage: the fewest that were found
};

/// The costs that are minimised at the smallest II, in this order.
struct ModuloCosts {
  long shared = 0;     ///< bytes of shared memory
  long registers = 0;  ///< bytes of registers
  long stages = 0;     ///< number of stages, from the first start to the last
  long starts = 0;     ///< sum of the starts
};

/// A schedule, its quality, and the proof.
struct ModuloResult {
  long ii = 0;                                  ///< cycles from the start of one iteration to the start of the next
  Vector<long> starts;                          ///< by op; the smallest is 0
  ModuloStatus status = ModuloStatus::optimal;  ///< whether II is proven minimal
  ModuloReason reason = ModuloReason::open;     ///< why no smaller II is possible
  long lower_bound = 1;                         ///< proven lower bound on II
  ResourceBound resource;                       ///< ResMII
  RecurrenceBound recurrence;                   ///< RecMII
  long nodes = 0;                               ///< search nodes, over all searches
  Vector<int> slots;                            ///< by storage
  ModuloCosts costs;                            ///< of this schedule
  // The later objectives. Each is optimised within what the objectives before it have reached.
  ModuloStatus shared_status = ModuloStatus::best;     ///< bytes of shared memory
  ModuloStatus registers_status = ModuloStatus::best;  ///< bytes of registers
  ModuloStatus stages_status = ModuloStatus::best;     ///< number of stages
  ModuloStatus starts_status = ModuloStatus::best;     ///< sum of the starts
  CapacityMiss miss;                                   ///< the II at which memory first forced a larger one

  /// The stage in which an op starts, from 0.
  [[nodiscard]] constexpr long stage(int op) const { return starts[op] / ii; }
};

}  // namespace stretto
