// Everything that may differ between two moments of a run.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "straight_line.hpp"

namespace stretto::executor::interpreter {

/// A step that has begun and is not complete.
struct Flight {
  int instance = 0;
  Content moved = garbage;    // move: what it will leave
  std::uint64_t to_read = 0;  // where reads are sampled one by one: those still to be
};

struct WaveState {
  int next = 0;                           // instance
  int progress = 0;                       // operations of it that are issued, or 1: it has begun
  int phase = 0;                          // at a named barrier: the one that it arrived in
  std::array<int, counters> issued{};     // operations; follows from `next` and `progress`
  std::array<int, counters> completed{};  // operations
  std::vector<Flight> flights;            // in the order of their issue
  std::vector<int> arrivals;              // asynchronous ones to come
};

struct CellState {
  Content content = before_run;
  int writers = 0;       // writes in flight
  bool clashed = false;  // that were in flight at once: what they leave is garbage
};

struct PlaceState {
  int completed = 0;  // phases
  int arrived = 0;    // in the phase that it is in, as all that follows
  int expected = 0;   // bytes
  int come = 0;       // bytes
};

struct State {
  std::vector<WaveState> waves;
  std::vector<CellState> cells;
  std::vector<PlaceState> places;
};

State first_state(const StraightLines& lines);

/// Equal states have equal fingerprints; others differ in 128 bits of hash.
struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};
Fingerprint fingerprint(const State& state);

}  // namespace stretto::executor::interpreter
