// What can happen next in a state, and what it does to the state: the semantics of program/wave_program.hpp as a
// transition system. Who picks among the transitions is a caller's business.
//
// How the semantics are modelled:
// - A place that is being written is garbage from the issue of the write to its completion; when two writes of a cell
//   are in flight at once, it stays so until a later write completes that overlaps with none. Accumulations in one
//   counter of a wave do not clash: each takes what the one before it leaves.
// - A step without a counter happens at once, except that one which writes shared or tensor memory is seen halfway.
// - A barrier of the workgroup is one transition of all waves.
// - Operations are issued as far as the counter has room, in one transition.
// - An asynchronous arrival is a transition of its own, at any time after what it waits for is complete.
// - What is read at any time from issue to completion is either sampled, which is a transition of its own, cell by
//   cell; or the worst is assumed: the step takes garbage unless the cell keeps one content from issue to completion.
//   Nothing but right or wrong depends on what is read, so the worst is as good as all.
#pragma once

#include <optional>
#include <vector>

#include "ending.hpp"
#include "state.hpp"
#include "straight_line.hpp"
#include "times.hpp"

namespace stretto::executor::interpreter {

struct Transition {
  enum class Kind : unsigned char {
    step,          // the wave goes on with its next instance
    pass_barrier,  // all waves do
    complete,      // the oldest operation of a counter of the wave
    bring_bytes,   // a flight of the counter `bytes` completes
    arrive,        // an asynchronous arrival happens
    sample,        // a flight reads a cell
  };
  Kind kind = Kind::step;
  int wave = 0;
  Counter counter = Counter::none;
  int flight = 0;  // or an asynchronous arrival
  int read = 0;
};

/// Something went wrong, and where.
struct Failure {
  Ending ending = Ending::right;
  int wave = -1;
  int instance = -1;
  int cell = -1;            // wrong_number
  Content due = garbage;    // wrong_number
  Content found = garbage;  // wrong_number
  int place = -1;           // invalid_phase
};

class Transitions {
 public:
  Transitions(const StraightLines& lines, ReadTimes reads, CompletionTimes completions)
      : lines_(lines), reads_(reads), completions_(completions) {}

  void list(const State& state, std::vector<Transition>& possible) const;

  /// One of them that changes nothing but how far its wave is, and stays possible whatever else happens: whether it
  /// comes now or later makes no difference. -1: there is none.
  [[nodiscard]] int without_effect(const State& state, const std::vector<Transition>& possible) const;

  /// What goes wrong on the way is added to `failures`. After an invalid phase the state means nothing.
  void take(State& state, const Transition& transition, std::vector<Failure>& failures) const;

  /// Where a state without further transitions ends: in nothing, or in a deadlock.
  [[nodiscard]] std::optional<Failure> end_of(const State& state) const;

  /// All waves are at their end, and something is in flight that does not end with its wave.
  [[nodiscard]] std::optional<Failure> left_behind(const State& state) const;

 private:
  struct Context;
  [[nodiscard]] const Instance* next(const State& state, int wave) const;
  [[nodiscard]] bool can_step(const State& state, int wave) const;
  [[nodiscard]] bool has_room(const WaveState& wave, const Instance& instance) const;
  [[nodiscard]] bool interlocked(const State& state, int wave, const Instance& instance, Counter counter) const;
  [[nodiscard]] bool at_barrier(const State& state, int wave) const;
  [[nodiscard]] bool may_complete(const State& state, int wave, Counter counter) const;
  [[nodiscard]] bool waits_for(const State& state, int wave, Counter counter) const;

  void step(Context& context, int wave) const;
  void step_data(Context& context, int wave, const Instance& instance) const;
  void begin(Context& context, int wave, const Instance& instance) const;
  void begin_write(Context& context, int wave, const Instance& instance, const Write& write) const;
  void complete_operation(Context& context, int wave, Counter counter) const;
  void finish_flight(Context& context, int wave, std::size_t flight) const;
  void take_content(Context& context, int wave, Flight& flight, const Read& read, Content found) const;
  void arrive(Context& context, int wave, int instance) const;
  void settle(Context& context, int wave, int instance, int place) const;
  [[nodiscard]] std::optional<Content> left_by_older(const State& state, int wave, const Instance& instance,
                                                     int cell) const;

  const StraightLines& lines_;
  ReadTimes reads_;
  CompletionTimes completions_;
};

}  // namespace stretto::executor::interpreter
