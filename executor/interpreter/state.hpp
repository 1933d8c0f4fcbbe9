// The state of a run: everything that can change.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "straight_line.hpp"

namespace stretto::executor::interpreter {

/// A step that has started and is not complete.
struct Flight {
  int instance = 0;
  Content moved = garbage;    // of a move: what it will leave
  std::uint64_t to_read = 0;  // if reads are sampled one by one: those that remain, as bits
  int left = 0;               // scalar: operations that are not complete
  bool source_read = false;   // bulk store: it is complete in `store`, and accesses global memory only
};

inline constexpr int not_arrived = -1;

struct WaveState {
  int next = 0;                           // index of the next instance
  int progress = 0;                       // operations of it that are issued, or 1: it has started
  int phase = 0;                          // at a named barrier: the phase in which it arrived
  int cluster_phase = not_arrived;        // the phase of the cluster barrier that it has yet to wait for
  std::array<int, counters> issued{};     // operations; follows from `next` and `progress`
  std::array<int, counters> completed{};  // operations
  std::vector<Flight> flights;            // in issue order
  std::vector<int> arrivals;              // pending asynchronous arrivals
};

/// Operations, or groups, that count as pending in a counter.
int pending(const WaveState& wave, Counter counter);

struct CellState {
  Content content = before_run;
  int writers = 0;       // writes in flight
  bool clashed = false;  // writes overlapped: they leave garbage
  // Bits: the waves that have read or written it through the generic proxy, with no proxy fence since. Of registers:
  // the wave has written it outside the counter mma, with no wgmma.fence since.
  std::uint32_t unfenced_reads = 0;
  std::uint32_t unfenced_writes = 0;
};

struct PlaceState {
  int completed = 0;  // phases
  int arrived = 0;    // in the current phase, as are the members below
  int expected = 0;   // bytes
  int come = 0;       // bytes that have been reported
};

struct State {
  std::vector<WaveState> waves;
  std::vector<CellState> cells;
  std::vector<PlaceState> places;
  std::vector<int> pools;  // registers that nobody has, by workgroup; follow from the positions of the waves
};

State first_state(const StraightLines& lines);

/// What a step of the generic proxy finds in a cell.
inline Content seen(const CellState& cell) { return cell.writers > 0 ? garbage : cell.content; }

/// A 128-bit hash: equal states have equal fingerprints; different states collide only by chance.
struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};
Fingerprint fingerprint(const State& state);

}  // namespace stretto::executor::interpreter
