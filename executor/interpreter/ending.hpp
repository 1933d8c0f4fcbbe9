// How a run ends.
#pragma once

namespace stretto::executor {

enum class Ending : unsigned char {
  right,
  wrong_number,   // a consume took what it should not have, or some K tile never came to an accumulator
  deadlock,       // nothing can happen any more, and not all waves have finished
  unencodable,    // a wait, or a number of expected bytes, that the hardware's field cannot hold
  invalid_phase,  // a phase barrier is used as its definition does not allow
  unfinished,     // all waves are at their end, and something that nobody waited for is still in flight
};
inline constexpr int endings = 6;

constexpr const char* name(Ending ending) {
  switch (ending) {
    case Ending::right: return "right";
    case Ending::wrong_number: return "wrong number";
    case Ending::deadlock: return "deadlock";
    case Ending::unencodable: return "unencodable";
    case Ending::invalid_phase: return "invalid phase";
    case Ending::unfinished: return "unfinished";
  }
  return "?";
}

}  // namespace stretto::executor
