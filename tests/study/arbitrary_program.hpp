// Arbitrary small programs over the whole grammar of wave programs: not good ones that were changed.
//
// Steps are drawn one by one. What is then repaired, most of the time, is what would make nearly every program wrong
// for the same dull reason: barriers that some role has more of, groups that stay open, accumulators that get too few
// consumes, versions that never come.
#pragma once

#include <cstdint>

#include <stretto/program/wave_program.hpp>

#include "extension.hpp"

namespace stretto::study {

/// Nearly always one that check_program admits.
[[nodiscard]] WaveProgram arbitrary_program(std::uint64_t seed, Features features);

}  // namespace stretto::study
