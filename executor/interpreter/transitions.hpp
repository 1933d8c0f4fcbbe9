// The transitions that are possible in a state, and their effect: the semantics of program/wave_program.hpp as a
// transition system. The caller selects among the transitions.
//
// `transitions.cpp` says what is possible, `effects.cpp` what happens then.
//
// How the semantics are modelled:
// - A cell is garbage from the issue of a write to its completion. If two writes of a cell are in flight at once, it
//   stays garbage until a later write completes that overlaps with no other. Accumulations in one counter of a wave do
//   not clash: each continues from what the previous one leaves.
// - A step without a counter is atomic, except that a step that writes shared or tensor memory is visible half-written.
// - A workgroup barrier is one transition of all waves.
// - Operations are issued in one transition, as far as the counter has room.
// - An asynchronous arrival is a separate transition, at any time after the operations that it waits for are complete.
// - A read that may happen at any time from issue to completion is either sampled, in a separate transition per cell,
// or
//   the worst case is assumed: the step takes garbage unless the cell keeps one content from issue to completion. Only
//   the verdict right or wrong depends on what is read, so the worst case covers all others.
// - A fence covers what is complete when it is executed. What the wave has not waited for may complete later.
// - Whether an array of mbarriers is initialised follows from the position of the wave that initialises it.
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
    step,           // the wave executes its next instance
    pass_barrier,   // all waves pass a barrier
    complete,       // the oldest operation of a counter of the wave completes
    bring_bytes,    // a flight of the counter `bytes` completes
    arrive,         // an asynchronous arrival happens
    sample,         // a flight reads a cell
    return_scalar,  // an operation of a flight of the counter `scalar` completes
  };
  Kind kind = Kind::step;
  int wave = 0;
  Counter counter = Counter::none;
  int flight = 0;  // or index of an asynchronous arrival
  int read = 0;
};

/// A failure, and where it happened.
struct Failure {
  Ending ending = Ending::right;
  int wave = -1;
  int instance = -1;
  int cell = -1;            // wrong_number, unfenced, unusable
  Content due = garbage;    // wrong_number
  Content found = garbage;  // wrong_number
  int place = -1;           // invalid_phase, unusable
};

class Transitions {
 public:
  Transitions(const StraightLines& lines, ReadTimes reads, CompletionTimes completions)
      : lines_(lines), reads_(reads), completions_(completions) {}

  void list(const State& state, std::vector<Transition>& possible) const;

  /// Index of a transition that changes only the position of its wave and stays possible whatever else happens, so its
  /// order makes no difference. -1 if there is none.
  [[nodiscard]] int without_effect(const State& state, const std::vector<Transition>& possible) const;

  /// Takes a transition and adds failures to `failures`. After an invalid phase the state is meaningless.
  void take(State& state, const Transition& transition, std::vector<Failure>& failures) const;

  /// The ending of a state without transitions: none, or a deadlock.
  [[nodiscard]] std::optional<Failure> end_of(const State& state) const;

  /// A failure if all waves are at their end and an operation is in flight that does not end with its wave.
  [[nodiscard]] std::optional<Failure> left_behind(const State& state) const;

 private:
  struct Context;
  [[nodiscard]] const Instance* next(const State& state, int wave) const;
  [[nodiscard]] bool can_step(const State& state, int wave) const;
  [[nodiscard]] int room(const WaveState& wave, Counter counter) const;
  [[nodiscard]] bool has_room(const WaveState& wave, const Instance& instance) const;
  [[nodiscard]] bool interlocked(const State& state, int wave, const Instance& instance, Counter counter) const;
  [[nodiscard]] bool interlocked(const State& state, int wave, const Instance& instance) const;
  [[nodiscard]] bool at_barrier(const State& state, int wave) const;
  [[nodiscard]] bool may_complete(const State& state, int wave, Counter counter) const;
  [[nodiscard]] bool waits_for(const State& state, int wave, Counter counter) const;
  /// Are the waves of a workgroup at their end?
  [[nodiscard]] bool gone(const State& state, int workgroup) const;
  /// May the instance use its phase barrier now?
  [[nodiscard]] bool usable(const State& state, int wave, const Instance& instance) const;

  void step(Context& context, int wave) const;
  void step_data(Context& context, int wave, const Instance& instance) const;
  void begin(Context& context, int wave, const Instance& instance) const;
  void check_accesses(Context& context, int wave, const Instance& instance) const;
  void check_proxies(Context& context, int wave, const Write& write) const;
  void fence(Context& context, int wave, Counter counter) const;
  void leave(Context& context, int wave) const;
  void begin_write(Context& context, int wave, const Instance& instance, const Write& write) const;
  void complete_operation(Context& context, int wave, Counter counter) const;
  void return_scalar(Context& context, int wave, std::size_t flight) const;
  void read_source(Context& context, int wave, Flight& flight) const;
  void finish_flight(Context& context, int wave, std::size_t flight) const;
  void await_fences(State& state, int wave, const Instance& instance) const;
  [[nodiscard]] Content visible(const State& state, const Instance& instance, int cell) const;
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
