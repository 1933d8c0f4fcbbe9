// The Mojo schedules compared with their proven variants.
#pragma once

#include <string>

namespace stretto::findings {

/// A table of verdict, barriers, waits and modelled cycles per trip.
std::string proven_variants(const std::string& reference_dir);

}  // namespace stretto::findings
