// Prints a program as the C++ that builds it, so that a case found by a study can be pasted into a test.
#pragma once

#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// Statements that build the program in a ProgramBuilder `b` (program_builder.hpp), one line per step. They build
/// rebuilt(program).
[[nodiscard]] std::string cpp_source(const WaveProgram& program);

}  // namespace stretto::study
