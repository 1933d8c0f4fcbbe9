// A fix for each cause, tried one at a time on the emitted entries, with the verdict before and after.
#pragma once

#include <string>

namespace stretto::findings {

/// A table in Markdown. Throws if a change does not remove the pair that it is meant to fix.
std::string fixes();

}  // namespace stretto::findings
