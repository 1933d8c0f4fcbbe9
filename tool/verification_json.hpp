// The results of the verifier as JSON.
#pragma once

#include <functional>

#include "json/object_reader.hpp"
#include "verified.hpp"

namespace stretto::tool {

Json hazards_json(const Verified& found);

/// A step as JSON: {section, index, trip, op}; null if there is none.
using StepToJson = std::function<Json(const StepInstance&)>;

/// The same for any program, with the names of its steps.
Json hazards_json(const StepNames& names, const WaveProgram& program, const Verification& verification,
                  const StepToJson& step);

/// An emitted entry: {section, index}; null if there is none.
Json entry_json(Section section, int entry);

/// The report of `verify` on a schedule of this name, without the other register reading.
Json verification_json(const std::string& schedule, const Verified& found);

/// The report on a program that cannot run. The name is null if the file has none.
Json invalid_json(const Json& schedule, const std::string& why);

/// {registers, verdict, hazard_count}, optionally with the hazards.
Json other_reading_json(const Verified& found, bool with_hazards);

}  // namespace stretto::tool
