// Every interleaving of a small wave program for one trip count, by plain enumeration: the independent checker of
// whatever decides the same question without enumeration. The semantics are those of program/wave_program.hpp;
// explorer.cpp says how each is modelled.
//
// A run is wrong when a consume takes an operand that is not K tile n in all its parts, n being the number of consumes
// that its accumulator has had before in this wave; or when it ends without one consume for each K tile of the run, in
// every wave for every accumulator that the wave's program names. A moved value that nobody consumes harms nobody.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::explorer {

enum class Outcome : unsigned char {
  safe,             // every run ends, and none is wrong
  wrong,            // some run is wrong
  deadlock,         // no run is wrong as far as it gets, but some run stops before its end
  too_many_states,  // the limit was reached before the question was decided
};

/// When operations in flight may land.
enum class Landings : unsigned char {
  any_time,  // whenever the hardware likes: the full state space
  /// Only when their wave cannot go on otherwise. A landing turns poison into a value, ends the time in which a read
  /// can go wrong and ends the time in which writes clash: without it the same steps are possible, and what goes wrong
  /// after it also goes wrong before it. So the verdict and the fewest steps are those of any_time, on far fewer
  /// states. That argument is itself tested; any_time needs no such argument.
  when_waited_for,
};

/// One transition of a run.
struct Event {
  enum class Kind : unsigned char {
    step,           // the wave executes the step, or issues its first hardware operation
    continue_step,  // it issues a further one, or ends a step that takes its time
    land_vm,        // the oldest operation of the wave's counter lands; the step named is the one it belongs to
    land_lgkm,
    pass_barrier,  // all waves: the barrier named is the one of wave 0
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

/// Throws std::invalid_argument when the program makes no sense (an index out of range, a weight below one).
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

/// The answer to compare a verdict for every trip count with: landings at any time up to two extra trips, then landings
/// that are waited for up to `extra_trips`. The latter alone decide where the former are too many states.
[[nodiscard]] Outcome outcome_for_all_small_trips(const WaveProgram& program, int extra_trips = 6,
                                                  std::size_t state_limit = 4'000'000);

[[nodiscard]] const char* name(Outcome outcome);

/// The program and the trace in words, a line each.
[[nodiscard]] std::string describe(const WaveProgram& program);
[[nodiscard]] std::string describe(const WaveProgram& program, const Exploration& exploration);

}  // namespace stretto::explorer
