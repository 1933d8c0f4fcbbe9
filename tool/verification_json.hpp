// What the verifier found, as JSON.
#pragma once

#include "json_reader.hpp"
#include "verified.hpp"

namespace stretto::tool {

Json hazards_json(const Verified& found);

/// An emitted entry: {phase, index}; null when there is none.
Json entry_json(Section section, int entry);

/// The report of `verify` on a schedule of this name, but for the other reading.
Json verification_json(const std::string& schedule, const Verified& found);

/// The report on what cannot run. The name is null when the file has none.
Json invalid_json(const Json& schedule, const std::string& why);

/// {registers, verdict, hazard_count}, and the hazards themselves when asked for.
Json other_reading_json(const Verified& found, bool with_hazards);

}  // namespace stretto::tool
