// What a step of a program says about itself: places, slots, parities and proxies.
#pragma once

#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::tool {

/// A line each: "uses full[(i + 2) % 4], waits for parity ((i + 2) / 4) % 2" for a phase barrier, and for every access
/// "reads A[i % 4] through the async proxy". Empty for a step with neither.
std::string step_facts(const WaveProgram& program, const Step& step);

}  // namespace stretto::tool
