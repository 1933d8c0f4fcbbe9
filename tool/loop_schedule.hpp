// A loop of a file and a modulo schedule of it: found within a budget, or claimed by an earlier output.
#pragma once

#include <string>

#include "loops_json.hpp"

namespace stretto::tool {

/// The schedule that `options` asks for, the best that is found in so many seconds. Throws InputError where there is
/// none.
ModuloResult schedule_loop(const NamedLoop& loop, ModuloOptions options, double seconds);

/// What somebody says is a schedule.
struct LoopClaim {
  long ii = 0;
  Vector<long> starts;
};

/// From a line of `stretto schedule`'s output. Throws InputError if it is not one of the loop.
LoopClaim read_claim(const JsonLine& line, const NamedLoop& loop);

/// Which constraint a claim breaks, in words.
std::string breach_text(const NamedLoop& loop, const LoopClaim& claim, const BrokenConstraint& broken);

}  // namespace stretto::tool
