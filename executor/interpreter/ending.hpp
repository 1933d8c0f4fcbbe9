// How a run ends.
#pragma once

namespace stretto::executor {

enum class Ending : unsigned char {
  right,
  wrong_number,   // a consume took a wrong version, or an accumulator did not receive some K tile
  deadlock,       // no transition is possible, and some waves have not finished
  unencodable,    // a wait count or a number of expected bytes does not fit in the hardware's field
  invalid_phase,  // a phase barrier is used in a way that its definition does not allow
  unfinished,     // all waves are at their end, and an operation that no wave waited for is in flight
  unfenced,       // an access lacks a proxy fence or a wgmma.fence before it
  unusable,       // a barrier is used that is not initialised yet, or memory or a barrier of a workgroup that is gone
};
inline constexpr int endings = 8;

constexpr const char* name(Ending ending) {
  switch (ending) {
    case Ending::right: return "correct";
    case Ending::wrong_number: return "wrong result";
    case Ending::deadlock: return "deadlock";
    case Ending::unencodable: return "unencodable";
    case Ending::invalid_phase: return "invalid phase";
    case Ending::unfinished: return "unfinished";
    case Ending::unfenced: return "unfenced";
    case Ending::unusable: return "unusable";
  }
  return "?";
}

}  // namespace stretto::executor
