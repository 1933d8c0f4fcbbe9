// Explains the steps of setup and teardown, which pictures and timed runs leave out.
#pragma once

#include <optional>
#include <string>

#include "show/subject.hpp"

namespace stretto::tool {

/// The explanation of "setup[0]" or "producer:teardown[1]"; nothing if the entry is not of these sections. Throws
/// InputError if it does not exist or is ambiguous between roles.
std::optional<std::string> explain_outside(const Subject& subject, const std::string& entry);

/// The steps of setup and teardown, a line each, by role; empty if there are none.
std::string outside_entries_text(const Subject& subject);

}  // namespace stretto::tool
