// A program as the C++ that builds it, so that a case that a study found can be pasted into a test.
#pragma once

#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// Statements that build the program in a ProgramBuilder `b` (program_builder.hpp), a line a step. What they build is
/// rebuilt(program).
[[nodiscard]] std::string cpp_source(const WaveProgram& program);

}  // namespace stretto::study
