// A modulo schedule of a loop in a file: found within a time budget, or read from an earlier output.
#pragma once

#include <string>

#include "loops_json.hpp"

namespace stretto::tool {

/// The best schedule found within this many seconds under `options`. Throws InputError if there is none.
ModuloResult schedule_loop(const NamedLoop& loop, ModuloOptions options, double seconds);

/// A claimed schedule, not yet checked.
struct LoopClaim {
  long ii = 0;
  Vector<long> starts;
};

/// Reads a line of `stretto schedule`'s output. Throws InputError if it is not a schedule of this loop.
LoopClaim read_claim(const JsonLine& line, const NamedLoop& loop);

/// A message that names the violated constraint.
std::string breach_text(const NamedLoop& loop, const LoopClaim& claim, const BrokenConstraint& broken);

}  // namespace stretto::tool
