// A program without loops: for each wave, the line of steps that it executes, with everything resolved that does not
// depend on the order of events.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::model_checker {

/// The content of a part. Versions are only compared for equality, so each distinct number has an id.
using Content = std::uint16_t;
inline constexpr Content initial_content = 0;
inline constexpr Content garbage = 1;
inline constexpr Content first_version = 2;

/// One read of one part.
struct Read {
  int part = 0;
  Content wanted = garbage;  ///< consume: the expected version
  bool initial_too = false;  ///< consume: the version is below 0, so that initial content is right
  bool any = false;          ///< consume and fetch: every version is right
  bool lasting = false;      ///< lasts from the first issue to completion; otherwise it happens at the beginning
  bool accumulates = false;  ///< the step is an accumulation in this part
  bool spoiled = false;      ///< lasts, and the step writes a buffer that overlaps this part
};

/// The writes of one step to one part.
struct Write {
  int part = 0;
  Content leaves = garbage;  ///< fetch and consume
  bool accumulates = false;  ///< the step is an accumulation in this part
  bool spoiled = false;      ///< leaves garbage: there are several, or it writes a buffer that overlaps this part
};

/// One step as one wave executes it once.
struct Instance {
  Action action = Action::nothing;
  Counter counter = Counter::none;
  int weight = 1;
  int count = 0;                ///< wait
  int ordinal = 0;              ///< number of earlier steps of its wave in its counter
  int arrival = -1;             ///< asynchronous arrival: its number in the wave
  bool open_group = false;      ///< asynchronous arrival: a group of its counter is open here
  int place = -1;               ///< of a phase barrier
  unsigned parity = 0;          ///< await
  std::uint32_t bytes = 0;      ///< arrive and fetch
  std::vector<Read> reads;      ///< those of this wave
  std::vector<Write> writes;    ///< one for each part
  bool visible_write = false;   ///< synchronous, and writes a part that another wave reads or writes
  bool touches_others = false;  ///< reads a part that another wave writes, or writes one that another wave accesses
  bool private_fence = false;   ///< a fence that covers no synchronous step or init which another wave can notice
  int ready_wave = -1;          ///< use of a phase barrier: the wave that initialises it, if one does
  int ready_after = -1;         ///< the instance of that wave that must precede it
  std::string where;            ///< for messages

  [[nodiscard]] bool touches_memory() const {
    return action == Action::fetch || action == Action::move || action == Action::consume;
  }
  /// Is it issued into a counter, and completes later?
  [[nodiscard]] bool issues() const { return touches_memory() && counter != Counter::none; }
  [[nodiscard]] bool is_proxy_fence() const { return action == Action::fence && counter == Counter::none; }
  /// Does it make initialised barriers visible?
  [[nodiscard]] bool fences_inits() const { return is_proxy_fence() || action == Action::init_fence; }
};

/// An instance that is never reached.
inline constexpr int never = 1 << 30;

/// The steps that a wave issues into one counter, in order. Bulk stores are in two such lines, `store` and `stored`;
/// the second is empty if nothing depends on when they have written.
struct IssueLine {
  std::vector<int> steps;      ///< numbers of instances
  std::vector<int> before;     ///< by instance number, and one more: how many of `steps` come before
  std::vector<int> group_end;  ///< of each step: the ordinal with which it completes; -1: never
  std::vector<long> ops;       ///< hardware operations before each step, and one more
};

struct Wave {
  int workgroup = 0;
  std::vector<Instance> line;
  IssueLine issued[counters];
  std::vector<int> arrivals;  ///< numbers of the instances that are asynchronous arrivals
};

/// The generic accesses of one kind, reads or writes, of a part that the async proxy also accesses.
struct GenericAccesses {
  struct Synchronous {
    int wave = 0;
    int from = 0;   ///< instance that makes it
    int until = 0;  ///< proxy fence that covers it, or never
  };
  /// All generic accesses by a wave's asynchronous steps. At a fence, some may be complete and some not.
  struct Late {
    int wave = 0;
    int number = 0;  ///< among all of the program
  };
  std::vector<Synchronous> synchronous;
  std::vector<Late> late;

  [[nodiscard]] int late_of(int wave) const {
    for (const Late& each : late) {
      if (each.wave == wave) return each.number;
    }
    return -1;
  }
};

/// One part of one subtile of one slot.
struct Part {
  int buffer = 0;
  int owner = 0;                   ///< the only wave that writes it, except through buffers that overlap it
  int workgroup = -1;              ///< whose memory contains it; -1: registers and global memory
  long begins = 0;                 ///< its bytes, in a buffer with an offset
  long ends = 0;                   ///< at `begins` in a buffer without
  unsigned readers = 0;            ///< bit w: wave w reads it
  unsigned writers = 0;            ///< bit w: wave w writes it, or a place that overlaps it
  int mma_fence = -1;              ///< number among the registers that need a wgmma.fence; -1: needs none
  GenericAccesses generic_reads;   ///< if the async proxy writes it
  GenericAccesses generic_writes;  ///< if the async proxy reads or writes it
  Space space = Space::shared;
  std::string name;  ///< for messages

  [[nodiscard]] bool memory() const { return space != Space::registers; }
  /// Can the proxies see different contents?
  [[nodiscard]] bool has_proxies() const { return space == Space::shared || space == Space::global; }
};

/// One barrier of an array of phase barriers.
struct Place {
  int barrier = 0;
  int arrivals = 1;
  bool has_bytes = false;
  int workgroup = 0;     ///< -1: of no workgroup
  bool cluster = false;  ///< waves arrive and wait in turn
  std::string name;      ///< for messages
};

struct Unrolled {
  std::vector<Wave> waves;
  std::vector<Part> parts;
  std::vector<Place> places;
  std::vector<long> versions;  ///< by content id, less first_version
  int workgroups = 1;
  int late_accesses = 0;  ///< asynchronous generic accesses that need a proxy fence
  int mma_fences = 0;     ///< parts that need a wgmma.fence
  bool has_cluster_barrier = false;
  bool has_pools = false;    ///< some step takes or releases registers
  long spare_registers = 0;  ///< in each pool
  bool interlocked = false;
  bool draining = false;
  CounterLimits limits;
};

/// Throws std::invalid_argument if the program, or a run with these trip counts, is invalid.
void validate(const WaveProgram& program, const std::vector<int>& trips);

/// Adds the writes of garbage to what overlaps, and marks what waves share.
void share(Unrolled& program);

/// Finds which fence covers which synchronous access, and from where on initialised barriers are ready.
void place_fences(Unrolled& program);

/// Of a valid program.
Unrolled unroll(const WaveProgram& program, const std::vector<int>& trips);

}  // namespace stretto::model_checker
