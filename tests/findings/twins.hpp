// The documented schedules beside their proven twins.
#pragma once

#include <string>

namespace stretto::findings {

/// Barriers and waits a trip, modelled cycles a trip, verdict.
std::string twins(const std::string& reference_dir);

}  // namespace stretto::findings
