// What fixes each cause, tried out: one change at a time to the emitted entries, and the verdict before and after.
#pragma once

#include <string>

namespace stretto::findings {

/// A table in Markdown. Throws if a change does not take away the pair that it is meant to fix.
std::string fixes();

}  // namespace stretto::findings
