// A program without loops: for each wave, the line of steps that it executes, with everything in them resolved that
// does not depend on the order of events.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::model_checker {

/// What a part holds. Versions matter only by being equal or not, so each different number has an id.
using Content = std::uint16_t;
inline constexpr Content initial_content = 0;
inline constexpr Content garbage = 1;
inline constexpr Content first_version = 2;

/// One read of one part.
struct Read {
  int part = 0;
  Content wanted = garbage;  ///< consume: the version that is right
  bool initial_too = false;  ///< consume: the version is below 0, so that initial content is right
  bool lasting = false;      ///< lasts from the first issue to the completion; otherwise it is made at the beginning
  bool accumulates = false;  ///< the step is an accumulation in this part
};

/// The writes of one step to one part.
struct Write {
  int part = 0;
  Content leaves = garbage;  ///< fetch and consume
  bool accumulates = false;  ///< the step is an accumulation in this part
  bool twice = false;        ///< there are several, which overlap and leave garbage
};

/// One step as one wave executes it once.
struct Instance {
  Action action = Action::nothing;
  Counter counter = Counter::none;
  int weight = 1;
  int count = 0;                ///< wait
  int ordinal = 0;              ///< how many steps its wave issues before in its counter
  int arrival = -1;             ///< asynchronous arrival: its number in the wave
  bool open_group = false;      ///< asynchronous arrival: a group of its counter is open here
  int place = -1;               ///< of a phase barrier
  unsigned parity = 0;          ///< await
  std::uint32_t bytes = 0;      ///< arrive and fetch
  std::vector<Read> reads;      ///< those that this wave makes
  std::vector<Write> writes;    ///< one for each part
  bool visible_write = false;   ///< synchronous, and writes a part that another wave reads
  bool touches_others = false;  ///< reads a part that another wave writes, or writes one that another wave reads
  std::string where;            ///< for messages

  [[nodiscard]] bool touches_memory() const {
    return action == Action::fetch || action == Action::move || action == Action::consume;
  }
  /// Is it issued into a counter, so that it completes later?
  [[nodiscard]] bool issues() const { return touches_memory() && counter != Counter::none; }
};

/// The steps that a wave issues into one counter, in order.
struct IssueLine {
  std::vector<int> steps;      ///< numbers of instances
  std::vector<int> before;     ///< by instance number, and one more: how many of `steps` come before
  std::vector<int> group_end;  ///< of each step: the ordinal with which it completes; -1: never
  std::vector<long> ops;       ///< hardware operations before each step, and one more
};

struct Wave {
  std::vector<Instance> line;
  IssueLine issued[counters];
  std::vector<int> arrivals;  ///< numbers of the instances that are asynchronous arrivals
};

/// One part of one subtile of one slot.
struct Part {
  int owner = 0;         ///< the only wave that writes it
  bool memory = false;   ///< shared or tensor; otherwise registers
  unsigned readers = 0;  ///< bit w: wave w reads it
  std::string name;      ///< for messages
};

/// One barrier of an array of phase barriers.
struct Place {
  int arrivals = 1;
  bool has_bytes = false;
  std::string name;  ///< for messages
};

struct Unrolled {
  std::vector<Wave> waves;
  std::vector<Part> parts;
  std::vector<Place> places;
  std::vector<long> versions;  ///< by content id, less first_version
  bool interlocked = false;
  bool draining = false;
  CounterLimits limits;
};

/// Throws std::invalid_argument when the program, or a run with these trip counts, makes no sense.
void validate(const WaveProgram& program, const std::vector<int>& trips);

/// Of a valid program.
Unrolled unroll(const WaveProgram& program, const std::vector<int>& trips);

}  // namespace stretto::model_checker
