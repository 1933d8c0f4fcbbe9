// Every interleaving of a small wave program for one trip count, by plain enumeration: an independent check of methods
// that decide the same question without enumeration. The semantics are those of program/wave_program.hpp; explorer.cpp
// describes how each is modelled.
//
// A run is wrong when a consume takes an operand that is not K tile n in all its parts, n being the number of consumes
// that its accumulator has had before in this wave; or when it ends without one consume for each K tile of the run, in
// every wave for every accumulator that the wave's program names. A moved value that is never consumed is harmless.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::explorer {

enum class Outcome : unsigned char {
  safe,             // every run ends, and none is wrong
  wrong,            // some run is wrong
  deadlock,         // no run goes wrong, but some run stops before its end
  too_many_states,  // the limit was reached before the question was decided
};

/// When operations in flight may land.
enum class Landings : unsigned char {
  any_time,  // at any time: the full state space
  /// Only when their wave cannot proceed otherwise. A landing turns poison into a value, and ends the time in which a
  /// read can go wrong or writes can clash. Without it the same steps are possible, and what goes wrong after it also
  /// goes wrong before it. So the verdict and the fewest steps are those of any_time, with far fewer states. Tests
  /// check this argument; any_time does not need it.
  when_waited_for,
};

/// One transition of a run.
struct Event {
  enum class Kind : unsigned char {
    step,           // the wave executes the step, or issues its first hardware operation
    continue_step,  // it issues a further one, or ends a step that takes time
    land_vm,        // the oldest operation of the wave's counter lands; names the step that it belongs to
    land_lgkm,
    pass_barrier,  // all waves; names the barrier of wave 0
  };
  Kind kind = Kind::step;
  int wave = 0;
  Section section = Section::prologue;
  int trip = 0;
  int index = 0;  // in its phase
};

struct Exploration {
  Outcome outcome = Outcome::safe;
  std::size_t states = 0;
  /// wrong: the fewest steps, of all waves together, up to and with the first consume that goes wrong (or all of them,
  /// when only the number of consumes is wrong). deadlock: the fewest until nothing moves. A step counts once however
  /// many hardware operations it issues, a barrier once for each wave when all have arrived, a landing not at all.
  int steps = -1;
  std::vector<Event> trace;  // such a run, for wrong and deadlock
};

/// Throws std::invalid_argument if the program is invalid (an index out of range, a weight below one).
[[nodiscard]] Exploration explore(const WaveProgram& program, int trips, std::size_t state_limit,
                                  Landings landings = Landings::any_time);

struct SmallTrips {
  Outcome outcome = Outcome::safe;  // of the first trip count that is not safe
  int trips = -1;                   // that trip count, or -1
  std::size_t states = 0;           // of all explorations together
  int steps = -1;
};

/// Explores min_trips .. min_trips + extra_trips. A slot that turns, or an operation that stays in flight over several
/// trips, may need as many trips as there are slots and stages to go wrong.
[[nodiscard]] SmallTrips explore_small_trips(const WaveProgram& program, int extra_trips, std::size_t state_limit,
                                             Landings landings = Landings::any_time);

/// The result that a verdict for every trip count is compared with: landings at any time up to two extra trips, then
/// landings only when waited for, up to `extra_trips`. If the former have too many states, the latter decide alone.
[[nodiscard]] Outcome outcome_for_all_small_trips(const WaveProgram& program, int extra_trips = 6,
                                                  std::size_t state_limit = 4'000'000);

[[nodiscard]] const char* name(Outcome outcome);

/// The program and the trace as text, one line per step or event.
[[nodiscard]] std::string describe(const WaveProgram& program);
[[nodiscard]] std::string describe(const WaveProgram& program, const Exploration& exploration);

}  // namespace stretto::explorer
