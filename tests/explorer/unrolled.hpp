// A wave program for one trip count: the straight line of steps of each wave, and the cells of memory that they touch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::explorer {

/// The content of a cell of memory, and the unit of a state; see explorer.cpp.
using Word = std::uint16_t;

inline constexpr Word poison = 0;
constexpr Word holding(int tile) { return static_cast<Word>(1 + 2 * tile); }
constexpr Word becoming(int tile) { return static_cast<Word>(2 + 2 * tile); }
constexpr bool is_held(Word cell) { return cell != poison && cell % 2 == 1; }
constexpr bool is_becoming(Word cell) { return cell != poison && cell % 2 == 0; }
constexpr Word landed(Word cell) { return static_cast<Word>(cell - 1); }     // of a cell that is being written
constexpr Word in_flight(Word cell) { return static_cast<Word>(cell + 1); }  // of a cell that holds it
inline constexpr int largest_tile = 30000;

// The counters.
inline constexpr std::size_t vm = 0;
inline constexpr std::size_t lgkm = 1;

inline std::size_t place(int i) { return static_cast<std::size_t>(i); }

inline void require(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

/// A step of one wave in one trip.
struct Instance {
  Action action = Action::nothing;
  bool asynchronous = false;
  std::size_t counter = vm;  // of asynchronous steps and of waits
  int weight = 1;            // transitions that issue it; asynchronous ones land as many times
  int count = -1;            // of a wait; -1: waits for nothing
  Word fetched = poison;     // fetch: what its cells will hold
  int turn = 0;              // consume: the expected tile
  int first_operation = 0;   // among those of its counter
  std::vector<int> reads;    // cells
  std::vector<int> held;     // those that are read until it lands: the shared ones
  std::vector<int> writes;
  std::vector<int> guarded;  // register cells it reads or writes, where registers are interlocked
  Section section = Section::prologue;
  int trip = 0;
  int index = 0;

  [[nodiscard]] int end_operation() const { return first_operation + weight; }
};

struct Wave {
  std::vector<Instance> steps;
  std::array<std::vector<int>, 2> owner;   // of each operation of a counter: its step
  std::array<std::vector<int>, 2> issued;  // operations issued before each step, and at the end
};

/// The straight-line program of each wave for one trip count.
class Unrolled {
 public:
  std::vector<Wave> waves;
  int cells = 0;
  std::array<int, 2> capacity{};
  bool draining = false;
  bool complete = true;  // every wave consumes as often as it should

  Unrolled(const WaveProgram& program, int trips);

 private:
  [[nodiscard]] int tiles() const { return program_.tiles + trips_ * program_.tiles_per_trip; }

  [[nodiscard]] std::span<const StepAccess> accesses(const Step& step) const;
  [[nodiscard]] const Buffer& buffer(const StepAccess& access) const;
  /// A shared subtile has one part for each wave that writes it anywhere in the program, in any slot and trip.
  void find_contributors();
  int cell(const StepAccess& access, int trip, int part);
  void add_access(Instance& instance, const StepAccess& access, int trip, int wave);
  Instance instantiate(const Step& step, int trip, int wave);
  void unroll(const Role& role, int index_of_wave, std::vector<bool>& named);

  const WaveProgram& program_;
  int trips_;
  std::map<std::pair<int, int>, std::vector<int>> contributors_;  // (buffer, subtile) -> waves
  std::map<std::tuple<int, int, int, int>, int> cells_;           // (buffer, slot, subtile, part) -> cell
};

}  // namespace stretto::explorer
