// Arbitrary small programs over the whole grammar of wave programs. They do not start from correct programs.
//
// Steps are drawn one by one. Then, most of the time, repairs remove the mistakes that would make nearly every program
// wrong for the same dull reason: barrier counts that differ between roles, groups that stay open, accumulators with
// too few consumes, versions that nobody writes.
#pragma once

#include <cstdint>

#include <stretto/program/wave_program.hpp>

#include "extension.hpp"

namespace stretto::study {

/// check_program accepts nearly all of them.
[[nodiscard]] WaveProgram arbitrary_program(std::uint64_t seed, Features features);

}  // namespace stretto::study
